/** Placeholder while the room is built. */
export function Chain() {
  return <h1>Chain</h1>;
}
