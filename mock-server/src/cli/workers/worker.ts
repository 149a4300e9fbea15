import type { Socket } from "node:net";
import { join } from "node:path";
import { makeServer } from "../../create.js";
import { DEFAULT_LIMIT } from "../../server/session-options.js";
import type { Door } from "../../server/share.js";
import { lineWriter } from "../line-writer.js";
import { requestTeller } from "../request-lines.js";
import type { ServerFlags } from "../server-flags.js";
import type { FromWorker, ToWorker } from "./messages.js";

/** The path of a worker's own socket. */
export function socketIn(folder: string, index: number): string {
  return process.platform === "win32"
    ? `\\\\.\\pipe\\${folder.replaceAll(/[\\/:]/g, "-")}-${index}`
    : join(folder, `${index}.sock`);
}

/** Answers as one of several processes, until the one that accepts connections says stop or is gone. */
export async function serveAsWorker(flags: ServerFlags): Promise<void> {
  // A Ctrl-C of the terminal reaches every process; the one that accepts connections says when to stop.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  const send = (message: FromWorker) => void process.send?.(message);
  let door: Door | undefined;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  // One listener from the first message on: to read what it will serve takes a while, in which it is asked whether it still does anything.
  const start = await new Promise<Extract<ToWorker, { kind: "start" }>>((begin) => {
    process.on("message", (message: ToWorker, socket?: Socket) => {
      if (message.kind === "start") begin(message);
      else if (message.kind === "stop") stop();
      else if (message.kind === "ping") send({ kind: "pong" });
      else if (message.kind === "clock") door?.turnTo(message.clock);
      // It may have been closed on its way.
      else if (socket) door?.take(message.port, socket, Buffer.from(message.head, "latin1"));
    });
    send({ kind: "hello" });
  });
  const { index, processes, folder, host, port, clock } = start;
  const { sessions } = flags.options;
  const limit = Math.ceil((sessions?.limit ?? DEFAULT_LIMIT) / processes);
  await using server = await makeServer(
    { ...flags.options, sessions: { ...sessions, limit } },
    {
      onAnswered: requestTeller(
        flags,
        lineWriter(process.stdout, (message) => console.error(`Warning: ${message}`)),
      ),
      checkAnswers: false,
      measured: true,
      share: {
        ...{ index, processes, clock, socketOf: (other) => socketIn(folder, other) },
        attach: (made) => {
          door = made;
        },
      },
    },
  );
  if (!door) throw new Error("the server has no door");
  const { onTurned, open } = door;
  await open({ host, port });
  const { reading } = door;
  const own = door;
  if (index === 0) onTurned(() => send({ kind: "clock", clock: own.reading }));
  const { seed, baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets } = server;
  send({
    kind: "ready",
    shown: { seed, baseUrl, controlUrl, rpc, ws, keys, keyIds, wallets },
    clock: reading,
  });
  await stopped;
}
