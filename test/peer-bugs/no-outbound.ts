/**
 * Preloaded into a sandbox: rejects every outbound connection and every child process, and reports
 * it on standard error.
 */
import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

function refusing(what: string): (...args: readonly unknown[]) => never {
  return (...args) => {
    const expected = `outbound: ${what} ${JSON.stringify(args[0] ?? null)}`;
    process.stderr.write(`${expected}\n`);
    throw new Error(expected);
  };
}

/** A server looks up its own address before it listens. That lookup needs no DNS query. */
const { lookup } = dns;
function lookupOfAddresses(name: string, ...rest: readonly unknown[]): unknown {
  return net.isIP(name) === 0
    ? refusing("dns.lookup")(name)
    : Reflect.apply(lookup, dns, [name, ...rest]);
}

Reflect.set(net.Socket.prototype, "connect", refusing("net.connect"));
Reflect.set(globalThis, "fetch", refusing("fetch"));
Reflect.set(dns, "lookup", lookupOfAddresses);
for (const name of ["lookup", "resolve", "resolve4", "resolve6", "resolveMx"]) {
  Reflect.set(dns.promises, name, refusing(`dns.promises.${name}`));
  if (name !== "lookup") Reflect.set(dns, name, refusing(`dns.${name}`));
}
Reflect.set(dgram, "createSocket", refusing("dgram.createSocket"));
for (const name of ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"]) {
  Reflect.set(childProcess, name, refusing(`child_process.${name}`));
}
syncBuiltinESMExports();
