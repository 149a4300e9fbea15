import ky from "ky";

export const loadKy = async () => ky;
