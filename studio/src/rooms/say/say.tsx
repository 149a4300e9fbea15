/** Placeholder while the room is built. */
export function Say() {
  return <h1>Say</h1>;
}
