import type { IssuedControlKey } from "@intent-tx/mock-server";
import { SCOPES, type Scope, TIERS, type Tier } from "intent-tx/contract";
import { useState } from "preact/hooks";
import { Secret } from "../../parts/copy.js";
import { Form, SelectField, TextField } from "../../parts/form.js";
import { control } from "../../server/http.js";
import { network } from "../../server/url.js";
import { act } from "../../toast.js";

/** The new row of the list moves the form down, out of a small window. */
const scrollTo = (secret: HTMLElement | null) => secret?.scrollIntoView({ block: "nearest" });

/** Issues a key for a new or existing account. Its secret is shown only once. */
export function CreateKey(props: {
  readonly account?: string;
  readonly tier?: Tier;
  readonly created: () => void;
}) {
  const { account, tier, created } = props;
  const [name, setName] = useState("studio");
  const [chosenTier, setTier] = useState<Tier>(tier ?? "pro");
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES.filter((scope) => scope !== "admin"));
  const [issued, setIssued] = useState<IssuedControlKey | undefined>(undefined);
  const create = () =>
    act(`Issued the key ${name}.`, async () => {
      const body = {
        tier: tier ?? chosenTier,
        environment: network.value,
        scopes,
        name,
        ...(account !== undefined && { account }),
      };
      setIssued(await control("POST /keys", { body }));
      created();
    });
  return (
    <Form class="stack" submit={create}>
      {account !== undefined && <h3>Create another key</h3>}
      <div class="form">
        <TextField label="Name" value={name} maxLength={64} set={setName} />
        {tier === undefined && <SelectField label="Tier" value={chosenTier} set={setTier} choices={TIERS} />}
      </div>
      <fieldset class="row">
        <legend class="life">Scopes</legend>
        {SCOPES.map((scope) => (
          <label key={scope} class="row">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() =>
                setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope])
              }
            />
            {scope}
          </label>
        ))}
      </fieldset>
      <p>
        <button type="submit" class="primary" disabled={name.trim() === "" || scopes.length === 0}>
          Create a {network.value} key
        </button>
      </p>
      {issued && (
        <div class="notice good" key={issued.keyId} ref={scrollTo}>
          <span>
            {issued.name} of {issued.account}
          </span>
          <Secret text={issued.key} what="key" />
        </div>
      )}
    </Form>
  );
}
