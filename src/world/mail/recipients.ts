/** Restricts the recipients that a mail server gets, so that no real person is mailed by mistake. */

export interface Recipients {
  /** Receives every message instead of its recipients. */
  readonly rewriteTo: string | null;
  /** The permitted domains, without their subdomains; empty permits all. */
  readonly domains: readonly string[];
}

export type Addressed =
  | { readonly ok: true; readonly to: readonly string[] }
  | { readonly ok: false; readonly note: string };

/** The recipients of a message for `to`, or why it must not be sent. */
export function addressed(to: readonly string[], { rewriteTo, domains }: Recipients): Addressed {
  const wanted = rewriteTo === null ? to : [rewriteTo];
  const foreign = domains.length === 0 ? undefined : wanted.find((one) => !isAt(one, domains));
  if (foreign === undefined) return { ok: true, to: wanted };
  return {
    ok: false,
    note: `Not sent: ${foreign} is not in the allowed domains (${domains.join(", ")}).`,
  };
}

function isAt(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((one) => one.toLowerCase() === domain);
}
