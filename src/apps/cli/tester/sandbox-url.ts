import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The URL of a running sandbox: `given`, else `LEAD_SANDBOX_URL`, else the address of one started in the same
 * environment.
 */
export function sandboxUrl(given: string | undefined, environment: Environment): string {
  const candidates = [
    ["--url", given],
    ["LEAD_SANDBOX_URL", variable(environment, "LEAD_SANDBOX_URL")],
  ] as const;
  for (const [origin, url] of candidates) {
    if (url !== undefined) return checked(origin, url);
  }
  return `http://${listeningHost(environment)}:${listeningPort(environment)}`;
}

function checked(origin: string, url: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) {
    return url.replace(/\/*(?:\/_sandbox\/*)?$/, "");
  }
  throw new UsageError(
    `Invalid ${origin}: ${JSON.stringify(url)}. Expected a URL such as ${example}.`,
  );
}

const example = "http://127.0.0.1:4610";

/** A server on all addresses also listens on the loopback address. */
function listeningHost(environment: Environment): string {
  const host = variable(environment, "LEAD_SANDBOX_HOST") ?? "127.0.0.1";
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function listeningPort(environment: Environment): string {
  const port = variable(environment, "LEAD_SANDBOX_PORT") ?? variable(environment, "PORT") ?? "";
  return /^[1-9]\d{0,4}$/.test(port) ? port : "4610";
}
