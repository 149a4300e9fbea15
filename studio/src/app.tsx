import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { Icon } from "./parts/icon.js";
import { Empty } from "./parts/panel.js";
import { Live } from "./rooms/live/live.js";
import { ROOMS, type Room } from "./rooms.js";
import { BASE, decoded, href, search } from "./server/url.js";
import { Toasts } from "./toast.js";
import { Top } from "./top.js";

const COMPONENTS: Readonly<Record<Room, ComponentType>> = {
  live: Live,
  say: lazy(() => import("./rooms/say/say.js").then(({ Say }) => Say)),
  wallets: lazy(() => import("./rooms/wallets/wallets.js").then(({ Wallets }) => Wallets)),
  chain: lazy(() => import("./rooms/chain/chain.js").then(({ Chain }) => Chain)),
  market: lazy(() => import("./rooms/market/market.js").then(({ Market }) => Market)),
  keys: lazy(() => import("./rooms/keys/keys.js").then(({ Keys }) => Keys)),
  faults: lazy(() => import("./rooms/faults/faults.js").then(({ Faults }) => Faults)),
  explore: lazy(() => import("./rooms/explore/explore.js").then(({ Explore }) => Explore)),
  world: lazy(() => import("./rooms/world/world.js").then(({ World }) => World)),
};

/** The rooms in the order of the menu. */
const ALL = Object.keys(ROOMS) as Room[];

function Side({ here }: { readonly here: Room | undefined }) {
  return (
    <nav class="side" aria-label="Rooms">
      <a class="brand" href={href("live")}>
        <img src="/studio/icon.svg" alt="" />
        <span>
          Studio <small>of the mock server</small>
        </span>
      </a>
      {ALL.map((room) => (
        <a class="room" key={room} href={href(room)} aria-current={room === here ? "page" : undefined}>
          <Icon name={room} />
          {ROOMS[room].name}
        </a>
      ))}
      <p class="foot">
        <a href="/docs">API documentation</a>
      </p>
    </nav>
  );
}

function NotFound() {
  return (
    <Empty title="Page not found.">
      <a href={href("live")}>See the requests</a> instead.
    </Empty>
  );
}

function Shell() {
  const { url, path } = useLocation();
  useEffect(() => {
    search.value = location.search;
  }, [url]);
  const first = path.slice(BASE.length + 1).split("/")[0] || "live";
  const room = ALL.find((one) => one === first);
  useEffect(() => {
    document.title = `${room ? ROOMS[room].name : "Studio"} · intent-tx studio`;
  }, [room]);
  return (
    <div class="shell">
      <Top />
      <Side here={room} />
      <main class={room === "live" ? "main fixed" : "main"} id="main" tabIndex={-1}>
        {decoded(path) !== undefined ? (
          <Router>
            <Route path={BASE} component={Live} />
            {ALL.map((one) => (
              <Route key={one} path={`${BASE}/${ROOMS[one].path}`} component={COMPONENTS[one]} />
            ))}
            <Route default component={NotFound} />
          </Router>
        ) : (
          <NotFound />
        )}
      </main>
      <Toasts />
    </div>
  );
}

export function App() {
  return (
    <LocationProvider scope={BASE}>
      <Shell />
    </LocationProvider>
  );
}
