import { useEffect, useMemo, useState } from "preact/hooks";
import { Field, SelectField } from "../../parts/form.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { clientOf } from "../../server/client.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { network, useQuery } from "../../server/url.js";
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

/** The name from the URL if it is one of the names, otherwise the usual one, otherwise the first. */
const chosen = (names: readonly string[], wanted: string | undefined, usual: string) =>
  [wanted, usual].find((name) => name !== undefined && names.includes(name)) ?? names[0];

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
        : await control("POST /explain", { body: { command: settled }, signal }),
    [settled],
  );
  const wallets = world.value?.wallets ?? {};
  const keys = world.value?.keys ?? {};
  const names = Object.keys(keys).filter((name) => keys[name]?.startsWith(`svc_${network.value}_`));
  const walletName = chosen(Object.keys(wallets), query["wallet"], "alice");
  const wallet = walletName === undefined ? undefined : wallets[walletName];
  const keyName = chosen(names, query["key"], "enterprise");
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
        <Panel label="Your sentence" body="inner stack">
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
            <SelectField
              label="Wallet"
              value={walletName}
              set={(name) => set({ wallet: name })}
              choices={Object.keys(wallets)}
            />
            <SelectField label="API key" value={keyName} set={(name) => set({ key: name })} choices={names} />
          </div>
        </Panel>
        <Problem of={explained} />
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
            rejected={explanation?.ok === false}
          />
        )}
      </div>
    </>
  );
}
