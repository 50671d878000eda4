/**
 * A mount namespace for a command, on Linux: its own hosts file, and the system's trust files with the run's
 * authority. Everything else, loopback and DNS included, stays the machine's. It ends with the command.
 */
import { execFile } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

import { plainHostName } from "../../base/values/host-pattern.ts";
import { shellQuoted } from "../../base/values/shell-quoted.ts";
import type { CommandEnvironment } from "./command-environment.ts";
import type { ServedSandbox } from "./route.ts";
import { trustFiles } from "./trust-files.ts";
import { pipeBoth } from "./tunnel.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown where no namespace is possible; the message says why and what to do. */
export class NamespaceError extends Error {}

const run = promisify(execFile);

/** A user without rights needs a user namespace, in which it keeps its own id. */
const unshare = {
  root: ["unshare", "--mount", "--propagation", "private"],
  user: "unshare --user --map-current-user --keep-caps --mount --propagation private".split(" "),
} as const;

/** Commands that run in namespaces. */
export interface Namespaces {
  /** The files of certificates that each of them replaces. */
  readonly replaced: readonly string[];
  /** Writes the files of one command, and listens for it. */
  readonly of: (command: NamespacedCommand) => Promise<Namespace>;
}

/** What a command in a namespace needs. */
export interface NamespacedCommand {
  readonly hosts: readonly string[];
  readonly sandbox: ServedSandbox;
  readonly files: Pick<CommandEnvironment, "folder" | "bundle" | "javaStore">;
}

/** A namespace that a command enters. */
export interface Namespace {
  readonly commandOf: (command: readonly string[]) => readonly string[];
  /** The connections to the provider's hosts so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Checks that this machine has namespaces and the port for runs of a command. Throws `NamespaceError`. */
export async function newNamespaces(
  environment: Environment,
  command: readonly string[],
): Promise<Namespaces> {
  if (process.platform !== "linux") {
    throw new NamespaceError(
      "--intercept-by namespace requires Linux. Leave it out, or run the command in a container.",
    );
  }
  const enter = process.getuid?.() === 0 ? unshare.root : unshare.user;
  await probe(enter);
  await (await listen({ host: "127.0.0.1", port: 0, tlsPort: null })).close();
  const trust = await trustFiles(environment, command);
  return {
    replaced: [...trust.bundles, ...trust.javaStores],
    async of({ hosts, sandbox, files }) {
      const listener = await listen(sandbox);
      try {
        const own = join(files.folder, "hosts");
        await writeFile(own, hostsFile(hosts, listener.address));
        const script = join(files.folder, "enter.sh");
        const mounts = [
          [own, realpathSync("/etc/hosts")],
          ...trust.bundles.map((file) => [files.bundle, file]),
          ...trust.javaStores.map((file) => [files.javaStore, file]),
        ];
        await writeFile(script, enterScript(mounts));
        return {
          commandOf: (words) => [...enter, "sh", script, ...words],
          connections: listener.connections,
          close: listener.close,
        };
      } catch (error) {
        await listener.close();
        throw error;
      }
    },
  };
}

async function probe([program = "", ...args]: readonly string[]): Promise<void> {
  const mount = "mount --bind /etc/hosts /etc/hosts";
  try {
    await run(program, [...args, "sh", "-c", mount], { timeout: 10_000 });
  } catch (error) {
    const { code, stderr } = Object(error);
    const reason =
      code === "ENOENT"
        ? "the program unshare of util-linux is missing"
        : String(stderr ?? "").trim() || String(code);
    throw new NamespaceError(
      `--intercept-by namespace is not possible here: ${reason}. It requires the right to mount in a namespace of its own: run it as root, in a container with --cap-add SYS_ADMIN, or without --intercept-by.`,
      { cause: error },
    );
  }
}

interface Listener {
  readonly address: string;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** The last numbers of the addresses to try: parallel commands have one each. */
const addressesMax = 250;
/** How long a connection may be idle, in milliseconds. */
const idleMs = 600_000;

/** Listens on ports 443 and 80 of the first free address of 127.53.0.0/24. */
async function listen(sandbox: ServedSandbox): Promise<Listener> {
  const { host, port, tlsPort } = sandbox;
  for (let last = 1; last <= addressesMax; last += 1) {
    const address = `127.53.0.${last}`;
    const secure = pipeServer({ host, port: tlsPort ?? port });
    const plain = pipeServer({ host, port });
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next address is tried only if this one is taken
      await secure.listen(443, address);
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await plain.listen(80, address);
      return {
        address,
        connections: () => secure.connections() + plain.connections(),
        close: async () => void (await Promise.all([secure.close(), plain.close()])),
      };
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await Promise.all([secure.close(), plain.close()]);
      if (Object(error).code !== "EADDRINUSE") throw portRefused(error);
    }
  }
  throw new NamespaceError("Every address from 127.53.0.1 to 127.53.0.250 is taken on port 443.");
}

function portRefused(cause: unknown): NamespaceError {
  const { code, port } = Object(cause);
  return new NamespaceError(
    `--intercept-by namespace is not possible here: this user may not listen on port ${port} (${code}). Run it as root, or allow the port: sysctl net.ipv4.ip_unprivileged_port_start=80.`,
    { cause },
  );
}

function pipeServer(to: { readonly host: string; readonly port: number }) {
  const open = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    connections += 1;
    open.add(client);
    client.once("close", () => open.delete(client));
    pipeBoth(client, connect({ ...to, allowHalfOpen: true }), idleMs);
  });
  return {
    connections: () => connections,
    listen(port: number, address: string): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once("error", reject);
      server.listen(port, address, resolve);
      return promise;
    },
    close(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
      return promise;
    },
  };
}

/** The machine's hosts file, in which the provider's hosts have only that address. */
function hostsFile(hosts: readonly string[], address: string): string {
  const names = new Set(hosts.flatMap((host) => [host, `${host}.`]));
  const isOther = (line: string): boolean => {
    const [, ...named] = (line.split("#", 1)[0] ?? "").trim().split(/\s+/);
    return !named.some((name) => names.has(name.toLowerCase()));
  };
  const others = readFileSync("/etc/hosts", "utf8").split("\n").filter(isOther);
  return `${address} ${[...names].map(plainOrDotted).join(" ")}\n${others.join("\n")}`;
}

function plainOrDotted(name: string): string {
  return name.endsWith(".") ? `${plainHostName(name)}.` : plainHostName(name);
}

function enterScript(mounts: readonly (readonly string[])[]): string {
  const lines = mounts.map(([from = "", to = ""]) => {
    const refused = `echo ${shellQuoted(`lead-sandbox: ${to} could not be replaced in the namespace.`)} >&2`;
    return `mount --bind ${shellQuoted(from)} ${shellQuoted(to)} || { ${refused}; exit 126; }`;
  });
  // The command gets no rights that its user does not have.
  const drop = "setpriv --ambient-caps=-all --inh-caps=-all";
  return [
    "#!/bin/sh",
    ...lines,
    `if [ "$(id -u)" != 0 ] && ${drop} true 2>/dev/null; then exec ${drop} -- "$@"; fi`,
    'exec "$@"',
    "",
  ].join("\n");
}
