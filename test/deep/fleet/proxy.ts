import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../free-port.js";

/** The proxies whose configuration the project ships. */
export type ProxyName = "nginx" | "haproxy";

const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/fleet/${name}`, import.meta.url)), "utf8");

/** Path of a program; Debian installs nginx and haproxy in `sbin` folders, which only root's PATH includes. */
export function findProgram(name: string): string | undefined {
  return [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Writes a certificate for 127.0.0.1 to `folder`, in the files that each proxy reads; returns it as PEM. */
export function certificate(folder: string): string {
  const [key, crt, pem] = ["tls.key", "tls.crt", "tls.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const names = ["-subj", "/CN=mock", "-addext", "subjectAltName=IP:127.0.0.1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", crt, ...names], {
    stdio: "ignore",
  });
  writeFileSync(pem, readFileSync(crt, "utf8") + readFileSync(key, "utf8"));
  return readFileSync(crt, "utf8");
}

/** Replaces the addresses and the path of the certificate in a shipped configuration. */
function configured(text: string, folder: string, port: number, ports: readonly number[]): string {
  const changed = text
    .replace(/mock-([1-4]):4010/g, (_, number: string) => `127.0.0.1:${ports[Number(number) - 1]}`)
    .replace(/(?<=listen |bind ):?8443/, `127.0.0.1:${port}`)
    .replaceAll(/\/etc\/(?:nginx\/tls|haproxy)/g, folder)
    // A child's stdout is a socket, which nginx cannot open by this name.
    .replace("/dev/stdout", join(folder, "access.log"))
    .replace("/dev/stderr", "stderr");
  if (/mock-\d:4010|8443/.test(changed))
    throw new Error("the example has an address that this test does not know");
  return changed;
}

/** Runs a proxy with the configuration of `examples/fleet` and returns its port. */
export async function startProxy(name: ProxyName, folder: string, ports: readonly number[]) {
  const port = await freePort();
  const shipped = name === "nginx" ? "nginx.conf" : "haproxy.cfg";
  const file = join(folder, shipped);
  writeFileSync(file, configured(example(shipped), folder, port, ports));
  const program = findProgram(name) ?? name;
  const own = `daemon off; pid ${join(folder, "nginx.pid")};`;
  const args = name === "nginx" ? ["-p", folder, "-e", "stderr", "-c", file, "-g", own] : ["-f", file];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  await answers(port, child, () => err);
  return {
    port,
    /** All that the proxy has logged. */
    log: () => (name === "nginx" ? readFileSync(join(folder, "access.log"), "utf8") + err : out + err),
    stop: () =>
      new Promise<void>((resolve) => {
        child.once("close", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function answers(port: number, child: ChildProcess, err: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}: ${err()}`);
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => setTimeout(() => resolve(false), 50));
    });
    if (open) return;
  }
}
