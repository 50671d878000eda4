/** Why no call of a command reached the sandbox, from what its proxy saw. */
import { counted } from "../../base/values/counted.ts";
import { isCertificateAlert } from "../https/tls-front.ts";
import type { Seen } from "./seen.ts";

export interface Evidence {
  readonly seen: Seen;
  /** Processes of the command that ran without its variables, such as `python3 (process 12)`. */
  readonly withoutVariables: readonly string[];
  readonly by: "proxy" | "namespace";
  /** The files of certificates that a namespace replaced. */
  readonly replaced: readonly string[];
}

/** The cause with its evidence, and the next step. */
export function causeOf({ seen, withoutVariables, by, replaced }: Evidence): string {
  const { tunnels, handshakes, failedHandshakes } = seen;
  const codes = Object.keys(failedHandshakes);
  const count = Object.values(failedHandshakes).reduce((sum, one) => sum + one, 0);
  const refused = codes.find(isCertificateAlert);
  if (refused !== undefined) {
    return `The client opened ${counted(count, "connection")} and rejected the certificate (${refused}). ${by === "proxy" ? trustedByProxy : trustedInNamespace(replaced)}`;
  }
  if (codes.some((code) => code.includes("NO_APPLICATION_PROTOCOL"))) {
    return `The client opened ${counted(count, "connection")} and offered only HTTP/2, which the sandbox does not serve. Let the client fall back to HTTP/1.1.`;
  }
  const opened = Math.max(tunnels, handshakes);
  if (opened > 0) {
    return `The client opened ${counted(opened, "connection")} and closed every one without a request, as clients do that reject the certificate. ${by === "proxy" ? trustedByProxy : trustedInNamespace(replaced)}`;
  }
  if (withoutVariables.length > 0) {
    return `The variables did not reach ${withoutVariables.slice(0, 3).join(", ")}. Programs such as tox, sudo, env -i and containers drop them: have them pass on HTTPS_PROXY, SSL_CERT_FILE and the others. A daemon that ran before never gets them.`;
  }
  const others = seen.otherHosts.map(({ target }) => target.replace(/:\d+$/, ""));
  const [named] = others;
  if (named !== undefined) {
    return `The client called no intercepted host, but ${others.slice(0, 3).join(", ")}. If one of them is the provider's, name it: --intercept ${named}.`;
  }
  return noTunnel[by];
}

const trustedByProxy =
  "It trusts nothing of what was tried: SSL_CERT_FILE and the other variables, and the preload of its language. --intercept-by namespace also replaces the files of the system, of certifi and of Java.";

const filesShown = 5;

function trustedInNamespace(replaced: readonly string[]): string {
  const shown = replaced.slice(0, filesShown).join(", ");
  const left = replaced.length - filesShown;
  const files = `${shown}${left > 0 ? ` and ${counted(left, "further file")}` : ""}`;
  return `It trusts nothing of what was tried: SSL_CERT_FILE and the other variables, the preload of its language, and these files, which were replaced: ${files || "none was found"}. If it reads another file, have it read the one in SSL_CERT_FILE. Certificates in its code need a change of the client.`;
}

const noTunnel = {
  proxy:
    "The proxy saw no connection: the client ignores proxy variables, or called no host. --intercept-by namespace reaches clients that ignore them, on Linux.",
  namespace:
    "Neither the proxy nor the namespace saw a connection: the client called no intercepted host. Compare the host in its code with --intercept.",
} as const;
