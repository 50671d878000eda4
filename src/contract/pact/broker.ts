/** A Pact Broker, as far as a provider's verification needs it: its pacts for verification, and publishing the results. */
import * as z from "zod";

import { asJson } from "../../domain/json.ts";
import type { PactFile } from "./pact-file.ts";
import { PactFileError, readPact } from "./pact-file.ts";

export interface BrokerOptions {
  /** The name of the provider in the broker. */
  readonly provider: string;
  /** Sent with every request, such as an authorization. */
  readonly headers: Readonly<Record<string, string>>;
  /** Which versions of the consumers, in the broker's own words. */
  readonly selectors: readonly Readonly<Record<string, unknown>>[];
  readonly enablePending: boolean;
  readonly includeWipSince?: string | undefined;
  readonly providerBranch?: string | undefined;
}

/** A pact of a broker: whether a failure of it is only told, and where its result is published. */
export interface BrokerPact extends PactFile {
  readonly pending: boolean;
  readonly publishUrl: string | null;
}

const Link = z.looseObject({ href: z.string() });
const Index = z.looseObject({
  _links: z.looseObject({ "pb:provider-pacts-for-verification": Link }),
});
const ForVerification = z.looseObject({
  _embedded: z.looseObject({
    pacts: z.array(
      z.looseObject({
        verificationProperties: z.looseObject({ pending: z.boolean().default(false) }).optional(),
        _links: z.looseObject({ self: Link }),
      }),
    ),
  }),
});
const Published = z.looseObject({
  _links: z.looseObject({ "pb:publish-verification-results": Link.optional() }).optional(),
});

/** Whether what was read from a URL is the index of a broker. */
export function isBroker(text: string): boolean {
  try {
    return Index.safeParse(JSON.parse(text)).success;
  } catch {
    // Not JSON is not a broker.
    return false;
  }
}

/** The pacts that the broker at `url`, whose index is `text`, wants verified. */
export async function pactsOfBroker(
  url: string,
  text: string,
  options: BrokerOptions,
): Promise<readonly BrokerPact[]> {
  const index = Index.parse(JSON.parse(text));
  const template = index._links["pb:provider-pacts-for-verification"].href;
  const target = new URL(template.replace("{provider}", encodeURIComponent(options.provider)), url);
  const { enablePending, includeWipSince, providerBranch, selectors } = options;
  const wanted = await call(target.href, options, "POST", {
    consumerVersionSelectors: selectors,
    includePendingStatus: enablePending,
    ...(includeWipSince === undefined ? {} : { includeWipPactsSince: includeWipSince }),
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
  });
  const { pacts } = ForVerification.parse(JSON.parse(wanted))._embedded;
  return Promise.all(
    pacts.map(async ({ verificationProperties, _links }) => {
      const { href } = _links.self;
      const pact = await call(new URL(href, url).href, options, "GET");
      const links = Published.parse(JSON.parse(pact))._links;
      return {
        ...readPact(pact, href),
        pending: verificationProperties?.pending ?? false,
        publishUrl: links?.["pb:publish-verification-results"]?.href ?? null,
      };
    }),
  );
}

/** Publishes how the verification of one pact went. */
export async function publishResult(
  pact: Pick<BrokerPact, "publishUrl" | "source">,
  result: { readonly passed: boolean; readonly providerVersion: string },
  options: BrokerOptions,
): Promise<void> {
  if (pact.publishUrl === null) throw new PactFileError(`${pact.source} takes no results.`);
  await call(pact.publishUrl, options, "POST", {
    success: result.passed,
    providerApplicationVersion: result.providerVersion,
    verifiedBy: { implementation: "lead-sandbox" },
  });
}

async function call(
  url: string,
  { headers }: BrokerOptions,
  method: "GET" | "POST",
  body?: object,
): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/hal+json",
      ...headers,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(asJson(body)) }),
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new PactFileError(
    `The broker answered ${response.status} to ${method} ${url}: ${text.slice(0, 200)}`,
  );
}
