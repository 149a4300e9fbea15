import type { ArmedFault } from "@intent-tx/mock-server";
import { useState } from "preact/hooks";
import { Empty } from "../../parts/empty.js";
import { Field } from "../../parts/field.js";
import { Json } from "../../parts/json.js";
import { Problem } from "../../parts/problem.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { network, prefix } from "../../server/site.js";
import { world } from "../../server/world.js";
import { act } from "../../toast.js";
import { describeRule, FAULT_FORMS, faultOf, OF_REQUESTS, timesOf } from "./fault-forms.js";

function FaultForm({ onAdded }: { readonly onAdded: () => void }) {
  const [kind, setKind] = useState("status");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [path, setPath] = useState("/v1/*");
  const [times, setTimes] = useState("1");
  const request = OF_REQUESTS.has(kind);
  const add = () => {
    const fault = faultOf(kind, values);
    const body = {
      fault: kind === "moved-pool" ? { ...fault, environment: network.value } : fault,
      ...(request && path.trim() !== "" && { match: { path: path.trim() } }),
      ...(times.trim() !== "" && kind !== "moved-pool" && { times: Number(times) }),
    };
    void act(`Added the fault ${kind}.`, async () => {
      await control("POST", "/faults", body);
      onAdded();
    });
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label="Fault">
        <select
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value);
            setValues({});
          }}
        >
          {Object.keys(FAULT_FORMS).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      {(FAULT_FORMS[kind] ?? []).map(({ name, label, kind: type, choices = [], initial }) => (
        <Field key={kind + name} label={label}>
          {type === "choice" ? (
            <select
              value={values[name] ?? initial}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            >
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          ) : (
            <input
              size={type === "number" ? 6 : 12}
              inputMode={type === "number" ? "decimal" : "text"}
              value={values[name] ?? initial}
              onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
      {request && (
        <Field label="Path (* matches any text)">
          <input size={16} value={path} onInput={(event) => setPath(event.currentTarget.value)} />
        </Field>
      )}
      {kind !== "moved-pool" && (
        <Field label="Times (empty: always)">
          <input
            size={6}
            inputMode="numeric"
            value={times}
            onInput={(event) => setTimes(event.currentTarget.value)}
          />
        </Field>
      )}
      <button type="submit" class="primary">
        Add
      </button>
    </form>
  );
}

function FaultCard({ fault, clear }: { readonly fault: ArmedFault; readonly clear: () => void }) {
  const { rule, fired } = fault;
  const times = timesOf(rule);
  const spent = times !== undefined && fired >= times;
  const name = Object.entries(world.value?.wallets ?? {}).reduce(
    (text, [wallet, { address }]) => text.replace(address, wallet),
    describeRule(rule),
  );
  return (
    <li class="panel fault">
      <header>
        <strong>{name}</strong>
        <span class="badge">{times === undefined ? `fired ${fired}` : `fired ${fired} of ${times}`}</span>
        <span class={`badge ${spent ? "" : "warn"}`}>{spent ? "spent" : "active"}</span>
        <button type="button" class="end" onClick={clear}>
          Clear
        </button>
      </header>
      <details>
        <summary>Rule as JSON</summary>
        <Json value={rule} label="Rule" />
      </details>
    </li>
  );
}

/** Adds faults, shows how many times they fired, and clears them. */
export function Faults() {
  const found = useResource(
    async (signal) =>
      (await control<{ readonly data: readonly ArmedFault[] }>("GET", "/faults", undefined, signal)).data,
    [prefix.value],
    1_000,
  );
  const faults = found.value ?? [];
  const clear = (id?: string) =>
    act(id === undefined ? "Cleared all faults." : "Cleared the fault.", async () => {
      await control("DELETE", id === undefined ? "/faults" : `/faults/${id}`);
      found.reload();
    });
  return (
    <>
      <div class="room-head">
        <h1>Faults</h1>
        <p>Errors and delays, added on purpose, so that you can see how your app handles them.</p>
      </div>
      <section class="panel" aria-label="Faults">
        <div class="inner stack">
          <FaultForm onAdded={found.reload} />
          {found.problem && <Problem problem={found.problem} retry={found.reload} />}
          {faults.length === 0 ? (
            <Empty title="No faults.">Requests and transactions are processed normally.</Empty>
          ) : (
            <>
              <ul class="stack">
                {faults.map((fault) => (
                  <FaultCard key={fault.id} fault={fault} clear={() => void clear(fault.id)} />
                ))}
              </ul>
              <p>
                <button type="button" onClick={() => void clear()}>
                  Clear all
                </button>
              </p>
            </>
          )}
        </div>
      </section>
    </>
  );
}
