import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";
import { UsageError } from "../usage-error.ts";
import { servedSettings } from "./served-settings.ts";

/** The options that name a running sandbox. */
export interface UrlOptions {
  readonly url?: string | undefined;
  /** The file of the settings that it was started with. */
  readonly config?: string | undefined;
}

/**
 * The URL of a running sandbox: `--url`, else `LEAD_SANDBOX_URL`, else the address of one started with the same
 * settings.
 */
export async function sandboxUrl(options: UrlOptions, environment: Environment): Promise<string> {
  const candidates = [
    ["--url", options.url],
    ["LEAD_SANDBOX_URL", variable(environment, "LEAD_SANDBOX_URL")],
  ] as const;
  for (const [origin, url] of candidates) {
    if (url !== undefined) return checked(origin, url);
  }
  const { host, port } = await servedSettings(["host", "port"], options, environment);
  return `http://${reachable(host)}:${port}`;
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
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
