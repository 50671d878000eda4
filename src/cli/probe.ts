import type { Socket } from "node:net";

/** What a look at `/readyz` found: `reason` says why it is not ready, null when it is. */
export interface Probed {
  readonly reason: string | null;
}

/**
 * Whether a sandbox at `url` is ready to answer, within `timeoutMs`. Its three lines of HTTP are written here: loading
 * a client takes longer than all the rest of a health check. A certificate is not looked at: nothing is sent to the
 * sandbox, and nothing of what it says is believed.
 */
export async function probe(url: string, timeoutMs: number): Promise<Probed> {
  const address = new URL(`${url}/readyz`);
  const { promise, resolve } = Promise.withResolvers<Probed>();
  const socket = await connectedTo(address);
  const late = new Error(`no answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => socket.destroy(late), timeoutMs);
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk) => {
    text = `${text}${String(chunk)}`.slice(0, charactersMax);
  });
  socket.on("error", (error: NodeJS.ErrnoException) =>
    resolve({ reason: error.code ?? error.message }),
  );
  socket.on("close", () => {
    clearTimeout(timer);
    resolve({ reason: reasonOf(text) });
  });
  socket.write(`GET ${address.pathname} HTTP/1.0\r\nHost: ${address.host}\r\n\r\n`);
  return promise;
}

const charactersMax = 4_000;

async function connectedTo({ protocol, hostname, port }: URL): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const { connect, isIP } = await import("node:net");
  if (protocol === "http:") return connect({ host, port: Number(port || "80") });
  const tls = await import("node:tls");
  const name = isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ host, port: Number(port || "443"), rejectUnauthorized: false, ...name });
}

function reasonOf(answer: string): string | null {
  const [, status = ""] = /^HTTP\/1\.[01] (\d{3})/.exec(answer) ?? [];
  if (status === "200" && answer.endsWith("\r\n\r\nok")) return null;
  if (status === "503" && answer.endsWith("\r\n\r\nstarting")) return "it is starting";
  return status === "" ? "what answers is no sandbox" : `what answers ${status} is no sandbox`;
}
