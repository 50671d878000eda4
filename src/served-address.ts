import type { Config } from "./config.ts";

/** Where the sandbox is reached by those whom its mails invite; without a slash at the end. */
export interface Address {
  readonly url: () => string;
  /** Tells where it is served; returns what tells the end of that. */
  readonly served: (url: string) => () => void;
  /** Where it is served now; null when it is not. */
  readonly servedAt: () => string | null;
}

/** Until it is served, the address that the settings ask for. */
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
