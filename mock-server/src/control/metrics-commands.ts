import { type ControlCommand, command, RawReply } from "./control-command.js";

/** Measures a server. */
export interface MetricsHost {
  /** The figures as text, and its media type. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/** Media type of OpenMetrics, for the document. */
const OPEN_METRICS = "application/openmetrics-text";

/** The call that shows how a server does. */
export function metricsCommands(host: MetricsHost): ControlCommand[] {
  return [
    command({
      method: "GET",
      path: "/metrics",
      summary:
        "Requests by operation and status, durations, sessions, work under way, memory and the event loop, in OpenMetrics text.",
      status: 200,
      mediaType: OPEN_METRICS,
      run: async () => {
        const { type, body } = await host.text();
        return new RawReply({
          status: 200,
          headers: { "Content-Type": type, "Cache-Control": "no-store" },
          body,
        });
      },
    }),
  ];
}
