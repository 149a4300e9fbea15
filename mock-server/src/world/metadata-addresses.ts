import { metadataAddress } from "./nft-accounts.js";

/**
 * Where Metaplex keeps the metadata of the world's own mints. Deriving an address takes half a millisecond, so that these are data;
 * a test derives them anew.
 */
// biome-ignore format: one mint a line
const KNOWN: ReadonlyMap<string, string> = new Map([
  ["So11111111111111111111111111111111111111112", "6dM4TqWyWJsbx7obrdLcviBkTafD5E8av61zfU6jq57X"], // SOL
  ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq"], // USDC
  ["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "8c3zk1t1qt3RU43ckuvPkCS7HLbjJqq3J3Me8ov4aHrp"], // USDT
  ["DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263", "FDZZbyY9XGpL3CNKUZxLk3wFTTQYL3TkDiDzqxrizcPN"], // BONK
  ["JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN", "5pddDLA4taryBwRYGdtKmS9qkwssXD8vHECeNbCZnwUy"], // JUP
  ["EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm", "C1BpuaMytZAbSCFf9WM2gm6fAm54Yh1gh32ieptrp12B"], // WIF
  ["7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs", "DqqUY2u3jZ3ay8aNUbtTu63NPBVtyGsVVUEr45WP1i2h"], // ETH
  ["3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh", "3gn71W4d26qqnVrL4FdEjRY6cEQBxS2LHX5SndNjaBcn"], // WBTC
  ["jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL", "C39qDAVQiL5scYez3Udj79GQ4vrY1aFXpLKPTaYWZE9q"], // JTO
  ["HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3", "8LfiSAHzkKFsPCkwqYu11YtyhdN5dHTyDZc5trujPubg"], // PYTH
  ["4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R", "GMrwFHibMxDtx4aPznekZ7RoJLZGzzLGRSWeNTf3XV2"], // RAY
  ["orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE", "H98wvVNwFmCkRtyEz9EgkQfWwYXZHsVq21o7eSWagWca"], // ORCA
  ["mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So", "Grs6MXbEjNnueP34p6b2gvSduBeVDXBVAcgyQkBFdweF"], // mSOL
  ["J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", "8yn5oqFMwYA8SgGqWwKq1Hia8aM5gh1DWmHEL34hMqBX"], // jitoSOL
  ["85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ", "ErNfEtVLFLAFcKDiNTHThboTKPHpuGpvL7NjHMcikYLQ"], // W
  ["27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4", "41iPcCEKdKtgicfdjMWS29jYCsjkCBtB6y4JT21wRC3c"], // JLP
  ["EjmyN6qEC1Tf1JxiG1ae7UTJhUxSwk1TCWNWqxWV4J6o", "G7ziDPeiJZ2qoyDSPhhQmpzuaALxHdftPdTjur5fCcQ2"], // DAI
  ["rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof", "G9rXtQrmSdNtc56j1SDekaQ2edXKgDkavv6iLDBGGcwJ"], // RENDER
  ["hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux", "HesdBycEQSYoc7j8SapqGhsQxZ1fwT7eHmUW9myYL6Zn"], // HNT
  ["7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr", "6Xy2FWTtvvbhGFCzRMxLx7EyNkqGBfTeRYyoDB34QLjw"], // POPCAT
  ["6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN", "H7efTb73LpehuDBaPqZ81Gc585PDf1bCbtQnVb8JpgB8"], // TRUMP
  ["2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv", "7dW4mRtQNmzD1xXanuEmDL88HTfbpG6VWDUuYZMbKgss"], // PENGU
  ["9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump", "9XQ1xyaxP4ALeRbzj9Rm9KByCuwcLjf5yJ4nbyKLxG5u"], // FARTCOIN
  ["2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo", "5mf2C8LGCjkWPb4inZNEjyF8WpXQpfNG2pKgsJqy4Rfg"], // PYUSD
  ["jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v", "D6o4G6GxVkXecwD9VMVyw3iaNcDWgoVUNNGU4mhT4BC1"], // jupSOL
  ["bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1", "HaHjQikTKhwVAPun8iXn5tK1Ed62sKTvX4u1NaJk8v28"], // bSOL
  ["MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5", "5G95zJ9w6ESv7AFWqLKNfbZAoKBADjpVm9MT1cQm8Dpw"], // MEW
]);

/** Where Metaplex keeps a token's metadata. */
export function tokenMetadataAddress(mint: string): string {
  return KNOWN.get(mint) ?? metadataAddress(mint);
}
