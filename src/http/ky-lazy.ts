import type { KyInstance, Options } from "ky";

/** ky for the CommonJS build, loaded at the first call: importing ky needs `TextEncoder`, which Jest's jsdom lacks. */
export const ky = {
  create(defaults: Options) {
    let api: KyInstance | undefined;
    return async (url: string, options: Options): Promise<Response> => {
      api ??= (await import("ky")).default.create(defaults);
      return api(url, options);
    };
  },
};
