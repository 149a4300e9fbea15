import { useEffect } from "preact/hooks";
import { LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { Icon, type IconName } from "./parts/icon.js";
import { Empty } from "./parts/panel.js";
import { Live } from "./rooms/live/live.js";
import { BASE, decoded, href, search } from "./server/url.js";
import { Toasts } from "./toast.js";
import { Top } from "./top.js";

const Say = lazy(() => import("./rooms/say/say.js").then(({ Say }) => Say));
const Wallets = lazy(() => import("./rooms/wallets/wallets.js").then(({ Wallets }) => Wallets));
const Chain = lazy(() => import("./rooms/chain/chain.js").then(({ Chain }) => Chain));
const Market = lazy(() => import("./rooms/market/market.js").then(({ Market }) => Market));
const Keys = lazy(() => import("./rooms/keys/keys.js").then(({ Keys }) => Keys));
const Faults = lazy(() => import("./rooms/faults/faults.js").then(({ Faults }) => Faults));
const Explore = lazy(() => import("./rooms/explore/explore.js").then(({ Explore }) => Explore));
const World = lazy(() => import("./rooms/world/world.js").then(({ World }) => World));

const ROOMS: readonly { readonly path: IconName; readonly name: string }[] = [
  { path: "live", name: "Requests" },
  { path: "say", name: "Say it" },
  { path: "wallets", name: "Wallets" },
  { path: "chain", name: "Chain" },
  { path: "market", name: "Market" },
  { path: "keys", name: "Keys" },
  { path: "faults", name: "Faults" },
  { path: "explore", name: "Explore" },
  { path: "world", name: "World" },
];

function Side({ here }: { readonly here: string }) {
  return (
    <nav class="side" aria-label="Rooms">
      <a class="brand" href={href("live")}>
        <img src="/studio/icon.svg" alt="" />
        <span>
          Studio <small>of the mock server</small>
        </span>
      </a>
      {ROOMS.map(({ path: room, name }) => (
        <a class="room" key={room} href={href(room)} aria-current={room === here ? "page" : undefined}>
          <Icon name={room} />
          {name}
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
  const room = path.slice(BASE.length + 1).split("/")[0] || "live";
  useEffect(() => {
    document.title = `${ROOMS.find((one) => one.path === room)?.name ?? "Studio"} · intent-tx studio`;
  }, [room]);
  return (
    <div class="shell">
      <Top />
      <Side here={room} />
      <main class={room === "live" ? "main fixed" : "main"} id="main" tabIndex={-1}>
        {decoded(path) !== undefined ? (
          <Router>
            <Route path={BASE} component={Live} />
            <Route path={`${BASE}/live/:number?`} component={Live} />
            <Route path={`${BASE}/say`} component={Say} />
            <Route path={`${BASE}/wallets/:address?`} component={Wallets} />
            <Route path={`${BASE}/chain/:kind?/:id?`} component={Chain} />
            <Route path={`${BASE}/market/:pool?`} component={Market} />
            <Route path={`${BASE}/keys/:account?`} component={Keys} />
            <Route path={`${BASE}/faults`} component={Faults} />
            <Route path={`${BASE}/explore`} component={Explore} />
            <Route path={`${BASE}/world/:part?`} component={World} />
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
