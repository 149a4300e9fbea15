/** Makes the error that undici throws when a connection fails: clients see the shape of production. */
function failed(cause: Error): TypeError {
  return Object.assign(new TypeError("fetch failed"), { cause });
}

/** The other side broke the connection before it answered. */
export function connectionReset(): TypeError {
  const facts = { code: "ECONNRESET", syscall: "read" };
  return failed(Object.assign(new Error("read ECONNRESET"), facts));
}

/** Nobody listens at the address: the request never left. */
export function connectionRefused(url: string): TypeError {
  const { hostname, port, protocol } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, "");
  const number = Number(port || (protocol === "https:" ? 443 : 80));
  const facts = { code: "ECONNREFUSED", syscall: "connect", address, port: number };
  return failed(Object.assign(new Error(`connect ECONNREFUSED ${address}:${number}`), facts));
}

/** The connection broke in the middle of the body. */
export function bodyTerminated(): TypeError {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return Object.assign(new TypeError("terminated"), { cause });
}
