/** Placeholder while the room is built. */
export function Keys() {
  return <h1>Keys</h1>;
}
