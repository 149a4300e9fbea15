import ky from "ky";

/** ky for the ESM build. */
export const loadKy = async () => ky;
