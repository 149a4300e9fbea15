/** ky for the CommonJS build, loaded at the first call: importing ky needs `TextEncoder`, which Jest's jsdom lacks. */
export const loadKy = async () => (await import("ky")).default;
