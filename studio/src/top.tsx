import { useState } from "preact/hooks";
import { ClockBadge } from "./parts/clock-badge.js";
import { moment } from "./parts/format.js";
import { Icon } from "./parts/icon.js";
import { Problem } from "./parts/problem.js";
import { serverNow } from "./server/clock.js";
import { useResource } from "./server/resource.js";
import { href, useQuery } from "./server/routes.js";
import { controlToken, network, session, storeControlToken } from "./server/site.js";
import { connection, tryAgain } from "./server/traffic.js";
import { worldProblem } from "./server/world.js";
import { chosen, nextTheme } from "./theme.js";

const STATES = {
  connecting: { kind: "info", text: "Connecting" },
  live: { kind: "good", text: "Connected to the mock" },
  lost: { kind: "bad", text: "Server unreachable, retrying" },
  refused: { kind: "warn", text: "Access denied" },
} as const;

function SessionPicker() {
  const { set } = useQuery();
  const sessions = useResource(
    async () => {
      // The list of sessions always comes from the server itself, not from the selected session.
      const response = await fetch("/_mock/sessions", {
        headers: {
          "X-Studio": "1",
          ...(controlToken.value !== "" && { Authorization: `Bearer ${controlToken.value}` }),
        },
      });
      if (!response.ok) return [];
      const { data } = (await response.json()) as { data: { readonly id: string }[] };
      return data.map(({ id }) => id);
    },
    [connection.value, session.value],
    10_000,
  );
  const known = sessions.value ?? [];
  if (known.length === 0 && session.value === undefined) return null;
  const all =
    session.value !== undefined && !known.includes(session.value) ? [...known, session.value] : known;
  return (
    <label class="row">
      <span class="soft">Session</span>
      <select
        value={session.value ?? ""}
        onChange={(event) => set({ session: event.currentTarget.value || undefined }, false)}
      >
        <option value="">none</option>
        {all.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}

function TokenForm() {
  const [token, setToken] = useState("");
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (token.trim() === controlToken.value) tryAgain();
        else storeControlToken(token.trim());
      }}
    >
      <label class="row">
        Control token
        <input
          type="password"
          value={token}
          autocomplete="off"
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={token.trim() === ""}>
        Open
      </button>
    </form>
  );
}

/** The top bar of every page: connection, world, network, clock, theme. */
export function Top() {
  const { set } = useQuery();
  const { kind, text } = STATES[connection.value];
  const problem = worldProblem.value;
  return (
    <header class="top">
      <span class={`badge ${kind}`} role="status">
        {text}
      </span>
      <SessionPicker />
      <fieldset class="row">
        <legend class="visually-hidden">Network</legend>
        <span class="soft" aria-hidden="true">
          Network
        </span>
        {(["live", "test"] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={network.value === name}
            onClick={() => set({ network: name === "test" ? "test" : undefined })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <a href={href("world")} class="row clock end" title="Change the clock">
        <Icon name="clock" size={15} />
        <span class="mono">{serverNow.value === undefined ? "–" : moment(serverNow.value)}</span>
        <ClockBadge />
      </a>
      <button type="button" class="plain theme" onClick={nextTheme} title={`Theme: ${chosen.value}`}>
        <Icon name={chosen.value} size={16} />
        <span class="visually-hidden">Theme: {chosen.value}. Change it</span>
      </button>
      {problem?.status === 403 && <TokenForm />}
      {problem && problem.status !== 0 && <Problem problem={problem} retry={tryAgain} />}
    </header>
  );
}
