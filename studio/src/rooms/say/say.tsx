import { useEffect, useMemo, useState } from "preact/hooks";
import type { ExplainedCommand } from "../../../../mock-server/src/parser/index.js";
import { Empty } from "../../parts/empty.js";
import { Field } from "../../parts/field.js";
import { Problem } from "../../parts/problem.js";
import { clientOf } from "../../server/client.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { useQuery } from "../../server/routes.js";
import { network, prefix } from "../../server/site.js";
import { world } from "../../server/world.js";
import { EXAMPLES } from "./examples.js";
import { Order } from "./order.js";
import { Reading } from "./reading.js";
import "./say.css";

/** The sentence, updated only when typing pauses, because the server parses each update. */
function useSettled(text: string, ms = 120): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
}

function keysFor(keys: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(keys).filter((name) => keys[name]?.startsWith(`svc_${network.value}_`));
}

/** A sentence, its reading, and its transaction. */
export function Say() {
  const { query, set } = useQuery();
  const [command, setCommand] = useState(query["say"] ?? "");
  const settled = useSettled(command);
  useEffect(() => {
    if (settled !== (query["say"] ?? "")) set({ say: settled });
  }, [settled]);
  const explained = useResource(
    async (signal) =>
      settled.trim() === ""
        ? undefined
        : await control<ExplainedCommand>("POST", "/explain", { command: settled }, signal),
    [settled, prefix.value],
  );
  const wallets = world.value?.wallets ?? {};
  const keys = world.value?.keys ?? {};
  const names = keysFor(keys);
  const walletNames = Object.keys(wallets);
  const walletName =
    walletNames.find((name) => name === query["wallet"]) ??
    walletNames.find((name) => name === "alice") ??
    walletNames[0];
  const wallet = walletName === undefined ? undefined : wallets[walletName];
  const keyName =
    names.find((name) => name === query["key"]) ?? names.find((name) => name === "enterprise") ?? names[0];
  const apiKey = keyName === undefined ? undefined : keys[keyName];
  const client = useMemo(() => (apiKey === undefined ? undefined : clientOf(apiKey)), [apiKey]);
  const explanation = explained.value;
  return (
    <>
      <div class="room-head">
        <h1>Say it</h1>
        <p>The sentence is parsed as you type. A transaction is sent only when you click “Sign and send”.</p>
      </div>
      <div class="stack">
        <section class="panel" aria-label="Your sentence">
          <div class="inner stack">
            <Field label="Sentence">
              <textarea
                class="say-input"
                value={command}
                maxLength={600}
                spellcheck={false}
                placeholder="swap 1 SOL for USDC"
                onInput={(event) => setCommand(event.currentTarget.value)}
              />
            </Field>
            <div class="form">
              <Field label="Wallet">
                <select value={walletName} onChange={(event) => set({ wallet: event.currentTarget.value })}>
                  {walletNames.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </Field>
              <Field label="API key">
                <select value={keyName} onChange={(event) => set({ key: event.currentTarget.value })}>
                  {names.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </Field>
            </div>
          </div>
        </section>
        {explained.problem && <Problem problem={explained.problem} retry={explained.reload} />}
        {command.trim() === "" ? (
          <Empty title="Type a command.">
            <span class="row examples">
              {EXAMPLES.map((example) => (
                <button key={example} type="button" onClick={() => setCommand(example)}>
                  {example}
                </button>
              ))}
            </span>
          </Empty>
        ) : (
          explanation && <Reading explained={explanation} take={setCommand} />
        )}
        {client && wallet && settled.trim() !== "" && (
          <Order
            client={client}
            command={settled}
            wallet={wallet}
            slippage={explanation?.ok ? explanation.slippageBps : undefined}
          />
        )}
      </div>
    </>
  );
}
