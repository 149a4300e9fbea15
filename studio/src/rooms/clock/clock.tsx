/** Placeholder while the room is built. */
export function ClockRoom() {
  return <h1>ClockRoom</h1>;
}
