import * as z from "zod/mini";
import { text } from "../kernel/schema-kit.js";

const read = (url: string) => (URL.canParse(url) ? new URL(url) : undefined);

/** Schema of the address of a validator's JSON-RPC. */
export const RpcUrlSchema = z.lazy(() =>
  text.check(
    z.refine(
      (url) => /^https?:$/.test(read(url)?.protocol ?? ""),
      "must be the http(s) address of a validator's JSON-RPC",
    ),
    z.refine((url) => !(read(url)?.username || read(url)?.password), "must not hold a user name or password"),
  ),
);
