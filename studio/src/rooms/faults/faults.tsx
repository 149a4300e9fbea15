import type { ArmedFault } from "@intent-tx/mock-server";
import { useState } from "preact/hooks";
import { Button, Form, SelectField, TextField } from "../../parts/form.js";
import { Json } from "../../parts/json.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { network } from "../../server/url.js";
import { world } from "../../server/world.js";
import { act } from "../../toast.js";
import { describeRule, FAULT_FORMS, type FormKind, faultOf, ofRequests } from "./fault-forms.js";

function FaultForm({ onAdded }: { readonly onAdded: () => void }) {
  const [kind, setKind] = useState<FormKind>("status");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [path, setPath] = useState("/v1/*");
  const [method, setMethod] = useState("");
  const [times, setTimes] = useState("1");
  const request = ofRequests({ kind });
  const hasTimes = kind !== "moved-pool" && kind !== "outage";
  const add = () => {
    const match = {
      ...(path.trim() !== "" && { path: path.trim() }),
      ...(method.trim() !== "" && { method: method.trim() }),
    };
    const fault = faultOf(kind, values);
    const body = {
      fault: kind === "moved-pool" ? { ...fault, environment: network.value } : fault,
      ...(request && Object.keys(match).length > 0 && { match }),
      ...(times.trim() !== "" && hasTimes && { times: Number(times) }),
    };
    return act(`Added the fault ${kind}.`, async () => {
      await control("POST /faults", { body });
      onAdded();
    });
  };
  const choose = (chosen: string) => {
    setKind(chosen as FormKind);
    setValues({});
  };
  return (
    <Form submit={add}>
      <SelectField label="Fault" value={kind} set={choose} choices={Object.keys(FAULT_FORMS)} />
      {FAULT_FORMS[kind].map(({ name, label, choices, initial }) => {
        const field = {
          label,
          value: values[name] ?? String(initial),
          set: (value: string) => setValues({ ...values, [name]: value }),
        };
        const number = typeof initial === "number";
        return choices ? (
          <SelectField key={kind + name} {...field} choices={choices} />
        ) : (
          <TextField
            key={kind + name}
            {...field}
            size={number ? 6 : 12}
            inputMode={number ? "decimal" : "text"}
          />
        );
      })}
      {request && (
        <>
          <TextField label="Path, such as /v1/* or /rpc/live" size={16} value={path} set={setPath} />
          <TextField label="Method (empty: any)" size={12} value={method} set={setMethod} />
        </>
      )}
      {hasTimes && (
        <TextField label="Times (empty: always)" size={6} inputMode="numeric" value={times} set={setTimes} />
      )}
      <button type="submit" class="primary">
        Add
      </button>
    </Form>
  );
}

function FaultCard({ fault, clear }: { readonly fault: ArmedFault; readonly clear: () => void }) {
  const { rule, fired, times } = fault;
  const spent = times !== undefined && fired >= times;
  const name = Object.entries(world.value?.wallets ?? {}).reduce(
    (text, [wallet, { address }]) => text.replace(address, wallet),
    describeRule(fault),
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
  const found = useResource((signal) => control("GET /faults", { signal }), [], 1_000);
  const faults = found.value?.data ?? [];
  const clear = (id?: string) =>
    act(id === undefined ? "Cleared all faults." : "Cleared the fault.", async () => {
      if (id === undefined) await control("DELETE /faults");
      else await control("DELETE /faults/{id}", { params: { id } });
      found.reload();
    });
  return (
    <>
      <div class="room-head">
        <h1>Faults</h1>
        <p>Errors and delays, added on purpose, so that you can see how your app handles them.</p>
      </div>
      <Panel label="Faults" body="inner stack">
        <FaultForm onAdded={found.reload} />
        <Problem of={found} />
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
              <Button run={() => clear()}>Clear all</Button>
            </p>
          </>
        )}
      </Panel>
    </>
  );
}
