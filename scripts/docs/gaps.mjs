import { ReflectionKind } from "typedoc";
import { exportsOf, membersOf, signaturesOf } from "./reflections.mjs";

const hasTag = (signatures, tag) => signatures.some(({ comment }) => comment?.getTag(tag));
const PROMISES = /^(Promise|ApiPromise|PagePromise)$/;

/** All functions, constructors and members, with their displayed names. */
export function callables(project) {
  return project.children.flatMap((module) =>
    exportsOf(module)
      .flatMap((item) => {
        const all = item.kindOf(ReflectionKind.Class | ReflectionKind.Interface) ? membersOf(item) : [item];
        return all.map((one) => ({
          one,
          name: one === item ? item.name : `${item.name}.${one.name}`,
          module: module.name,
          signatures: signaturesOf(one),
        }));
      })
      .filter(({ signatures }) => signatures.length > 0),
  );
}

/** Names of objects that an app creates, or that only its libraries call. The example is on the call that has the object. */
const GIVEN =
  /^(AddressedWalletSigner|KeyValueStore|MockPublicKey|MockWalletAdapter|ExploredApp|\w*Journal|Journal\w+|ApiKeyProvider|BytesSigner|ClientListener|GlideClient|IoredisClient|NodeRedisClient|ReleaseSlot|RateLimitWindow|ClientOptions|Clock|FetchLike|FetchResponse|MockFetch|Kit\w+|KeyStore|Logger|McpToolServer|PostgresClient|RpcTransport|SendingWalletSigner|SolanaConnection|SwapDecoder|WalletSigner|WalletTransaction)\b/;

/**
 * Gaps in the documentation of calls: a parameter without a description, a function without an example, and a promise
 * without its errors.
 */
export function documentationGaps(project) {
  return callables(project).flatMap(({ one, name, signatures }) => {
    const parameters = signatures.flatMap(({ parameters: of = [] }) => of);
    const mute = parameters.filter((parameter) => !parameter.hasComment()).map((parameter) => parameter.name);
    const ours = !GIVEN.test(name) && !one.kindOf(ReflectionKind.Constructor);
    const shown = one.comment?.getTag("@example") || hasTag(signatures, "@example");
    const rejects = signatures.some(({ type }) => PROMISES.test(type?.name ?? ""));
    const said = one.comment?.getTag("@throws") || hasTag(signatures, "@throws");
    return [
      ...mute.map((parameter) => `${name}: the parameter ${parameter} has no @param`),
      ...(ours && !shown ? [`${name} has no @example`] : []),
      ...(ours && rejects && !said ? [`${name} has no @throws`] : []),
    ];
  });
}
