import type { ApiKey } from "./api-key.ts";

/** The flag under which the intercepted `host` accepts a key: without a surface, a host is the Partner's production. */
export function interceptFlag(
  host: string,
  { roleType, environment }: Pick<ApiKey, "roleType" | "environment">,
): string {
  return `--intercept ${roleType.toLowerCase()}-${environment}=${host}`;
}

/** The flag in the reason of a refusal; null if it has none. */
export function interceptFlagIn(reason: string): string | null {
  return /--intercept [a-z]+-[a-z]+=[^\s.]+(?:\.[^\s.]+)*/.exec(reason)?.[0] ?? null;
}
