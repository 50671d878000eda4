import type { Config } from "./config.ts";

/** The URL where recipients of mails reach the sandbox, without a trailing slash. */
export interface Address {
  readonly url: () => string;
  /** Reports the URL that serves the sandbox. Call the result when serving ends. */
  readonly served: (url: string) => () => void;
  /** The URL that serves the sandbox now; null when none does. */
  readonly servedAt: () => string | null;
}

/** Before the sandbox is served, the URL comes from the settings. */
export function newAddress({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): Address {
  let current = (publicUrl ?? `http://127.0.0.1:${port || 4610}`).replace(/\/$/, "");
  const serving = new Set<{ readonly url: string }>();
  return {
    url: () => current,
    served(url) {
      current = url;
      const place = { url };
      serving.add(place);
      return () => serving.delete(place);
    },
    servedAt: () => Array.from(serving).at(-1)?.url ?? null,
  };
}
