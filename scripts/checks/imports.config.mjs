// The imports that are allowed in both packages and in the studio, for dependency-cruiser: `npm run imports`. Biome checks
// that the SDK does not import Node or the mock server.

/**
 * Folders by layer, highest first; `.` is the files outside the folders. A file may import from its own folder, from
 * lower layers, and from the folders of its own layer that `beside` lists.
 */
const PACKAGES = {
  src: {
    layers: [
      [".", "ai", "node", "opentelemetry", "postgres", "proxy", "react", "redis", "venues"],
      ["rotation", "solana"],
      ["client"],
      ["http"],
      ["values"],
      ["options", "wire"],
      ["errors"],
      ["runtime"],
      ["contract"],
    ],
    beside: {},
  },
  "mock-server/src": {
    layers: [
      ["testing", "explore", "cli", "."],
      ["server"],
      ["api", "control", "rpc"],
      ["world"],
      ["accounts", "faults", "history", "intents", "portfolio", "transactions"],
      ["ledger", "market", "parser"],
      ["fixtures", "state"],
      ["formats", "http"],
      ["kernel"],
    ],
    beside: {
      rpc: ["control"], // surfpool's methods are control plane calls
      cli: [".", "explore"], // a command creates a server, and explores
      explore: [".", "testing"], // an exploration creates a server, and a wallet
      testing: ["."], // a fixture creates a server
      market: ["ledger"], // reserves are read from the chain
    },
  },
};

const anyOf = (root, folders) =>
  folders.map((folder) => `^${root}/${folder === "." ? "[^/]+$" : `${folder}/`}`).join("|");

const layerRules = Object.entries(PACKAGES).flatMap(([root, { layers, beside }]) => [
  ...layers.flatMap((layer, depth) =>
    layer.map((folder) => {
      const same = layer.filter((other) => other !== folder && !beside[folder]?.includes(other));
      const above = [...layers.slice(0, depth).flat(), ...same];
      return {
        name: `${root}/${folder} imports only from lower layers`,
        severity: "error",
        from: { path: anyOf(root, [folder]) },
        to: { path: above.length > 0 ? anyOf(root, above) : "^$" },
      };
    }),
  ),
  {
    name: "every folder has a layer in scripts/checks/imports.config.mjs",
    severity: "error",
    from: { path: `^${root}/`, pathNot: anyOf(root, layers.flat()) },
    to: {},
  },
]);

const [top] = PACKAGES["mock-server/src"].layers;

export default {
  forbidden: [
    ...layerRules,
    {
      name: "files do not import each other in a circle, types included",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "below its top layer, the server imports only the contract of the SDK",
      severity: "error",
      from: { path: "^mock-server/src/", pathNot: anyOf("mock-server/src", top) },
      to: { path: "^src/(?!contract/)" },
    },
    {
      name: "only the loader in ledger/svm imports LiteSVM",
      severity: "error",
      from: { pathNot: "^mock-server/src/ledger/svm/svm(-native)?\\.ts$" },
      to: { path: "(^|/)node_modules/litesvm" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
  },
};
