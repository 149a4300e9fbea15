// The test's page: an app that controls a mock server of another origin.
import { connectMock } from "@intent-tx/mock-server/testing";

declare global {
  interface Window {
    /** Advances a session's clock by a day and reads a key; returns the time and the key, or the error's message. */
    drive(url: string, token?: string): Promise<readonly string[]>;
  }
}

window.drive = async (url, token) => {
  try {
    const mock = connectMock(url, { session: "page", ...(token !== undefined && { token }) });
    await mock.clock.set("2030-01-01T00:00:00Z");
    await mock.clock.advance("24h");
    const refused = await mock.clock.advance("soon" as "1h").catch((error: Error) => error.message);
    return [new Date(await mock.clock.now()).toISOString(), (await mock.keys).free.slice(0, 9), `${refused}`];
  } catch (error) {
    return [(error as Error).message];
  }
};
