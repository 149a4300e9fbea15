/** Placeholder while the room is built. */
export function Market() {
  return <h1>Market</h1>;
}
