/** ky for the CommonJS build, loaded at the first call: Jest's jsdom lacks `TextEncoder`, which ky needs to load. */
export const loadKy = async () => (await import("ky")).default;
