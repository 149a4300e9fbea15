const PATHS = {
  live: "M3 12h4l3-8 4 16 3-8h4",
  say: "M4 5h16v11H9l-5 4z",
  wallets: "M3 7h15a3 3 0 0 1 3 3v8H5a2 2 0 0 1-2-2zM3 7l12-3v3M16 13h2",
  chain: "M9 15l6-6M8 11l-2 2a4 4 0 0 0 5 5l2-2M16 13l2-2a4 4 0 0 0-5-5l-2 2",
  market: "M4 19V5M4 19h16M8 15l4-5 3 3 5-7",
  keys: "M14 10a4 4 0 1 0-3.5 4L12 16h2v2h2v2h3v-3l-5.3-5.3",
  world: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  copy: "M9 9h11v11H9zM5 15V4h11",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8l7-2M12 13l9-2M12 18l6-2",
  faults: "M12 3l10 18H2zM12 10v5M12 18v.5",
  explore: "M6 3v12M6 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM18 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM18 9c0 6-12 3-12 6",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon in the text colour, hidden from screen readers. Always put text next to it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
