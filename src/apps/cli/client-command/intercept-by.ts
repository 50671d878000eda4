import type { Config } from "../../../server/settings/config.ts";
import { UsageError } from "../usage-error.ts";

/** The means of `--intercept-by`: a proxy with preloads, or a mount namespace in addition. */
export type InterceptBy = "proxy" | "namespace";

/** Whether calls of the provider's hosts go to the sandbox by a proxy. */
export function isIntercepting({ intercept, proxyPort }: Config): boolean {
  return intercept !== null || proxyPort !== null;
}

/** A namespace has names of hosts, not patterns. */
export function refuseInterceptBy(config: Config, by: InterceptBy | undefined): void {
  if (by === undefined) return;
  if (!isIntercepting(config)) throw new UsageError("--intercept-by requires --intercept.");
  if (by !== "namespace") return;
  const hosts = Object.values(config.intercept ?? {}).flat();
  const pattern = hosts.find((host) => host.includes("*"));
  if (pattern === undefined && hosts.length > 0) return;
  const what = pattern === undefined ? "--intercept names no host" : `${pattern} is a pattern`;
  throw new UsageError(
    `--intercept-by namespace requires the names of hosts: ${what}. Write, for example, --intercept leads.lender.example.`,
  );
}
