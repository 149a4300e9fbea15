/** Whether this process is one of several that serve. Asked of Node only where there is a channel: its module takes a while to load. */
export async function isWorker(): Promise<boolean> {
  if (process.send === undefined) return false;
  const { default: cluster } = await import("node:cluster");
  return cluster.isWorker;
}
