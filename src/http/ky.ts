import ky from "ky";

/** ky, as it is published. */
export const loadKy = async () => ky;
