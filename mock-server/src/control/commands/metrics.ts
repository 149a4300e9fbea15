import { command, rawReply } from "../command.js";

export interface ServerMetrics {
  /** The metrics as text, and their media type. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

export const metricsCommands = (metrics: ServerMetrics) => ({
  "GET /metrics": command({
    summary:
      "Requests by operation and status, durations, sessions, work in progress, memory and the event loop, in OpenMetrics text.",
    mediaType: "application/openmetrics-text",
    run: async () => {
      const { type, body } = await metrics.text();
      return rawReply(type, { body });
    },
  }),
});
