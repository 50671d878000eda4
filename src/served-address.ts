import type { Config } from "./config.ts";

/** Where the sandbox is reached by those whom its mails invite; without a slash at the end. */
export interface Address {
  readonly url: () => string;
  /** Tells where it is served. */
  readonly served: (url: string) => void;
}

/** Until it is served, the address that the settings ask for. */
export function newAddress({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): Address {
  let current = (publicUrl ?? `http://127.0.0.1:${port || 4610}`).replace(/\/$/, "");
  return {
    url: () => current,
    served(url) {
      current = url;
    },
  };
}
