/** Placeholder while the room is built. */
export function Wallets() {
  return <h1>Wallets</h1>;
}
