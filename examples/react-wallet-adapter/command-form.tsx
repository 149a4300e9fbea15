// A form for a command. If the command is rejected, the form shows the reason, and
// a button for each suggested command.
import { useMutation } from "@tanstack/react-query";
import { type Intent, type IntentTxClient, ParsingError } from "intent-tx";
import { intentTxQueries } from "intent-tx/react";
import { useState } from "react";

interface CommandFormProps {
  readonly client: IntentTxClient;
  readonly walletAddress: string;
  /** Called with the intent. Show the intent, and ask the user for approval. */
  readonly onIntent: (intent: Intent) => void;
}

export function CommandForm({ client, walletAddress, onIntent }: CommandFormProps) {
  const [command, setCommand] = useState("");
  const parse = useMutation({
    ...intentTxQueries(client).parseIntent(),
    onSuccess: onIntent,
  });
  const ask = (text: string) => {
    setCommand(text);
    parse.mutate({ walletAddress, command: text });
  };
  const refused =
    parse.error instanceof ParsingError ? parse.error.details : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask(command);
      }}
    >
      <label>
        Command{" "}
        <input
          value={command}
          onChange={(event) => setCommand(event.target.value)}
          maxLength={500}
        />
      </label>
      <button type="submit" disabled={parse.isPending}>
        Continue
      </button>
      {parse.error && <p role="alert">{refused?.message ?? parse.error.message}</p>}
      {refused?.suggestions?.map((suggestion) => (
        <button key={suggestion} type="button" onClick={() => ask(suggestion)}>
          {suggestion}
        </button>
      ))}
    </form>
  );
}
