/** A client of a Pact Broker: fetches pacts for verification and publishes the results. */
import * as z from "zod";

import { decodeText } from "../../base/values/decode-text.ts";
import { asJson } from "../../base/values/json.ts";
import { timeoutSignal } from "../../base/values/native-timers.ts";
import type { PactFile } from "./pact-file.ts";
import { PactFileError, readPact } from "./pact-file.ts";

export interface BrokerOptions {
  readonly provider: string;
  /** The authorization headers. They go only to `origin`, even if a link names another server. */
  readonly headers: Readonly<Record<string, string>>;
  /** The origin of the broker; null without a URL. */
  readonly origin: string | null;
  /** The consumer version selectors, in the broker's format. */
  readonly selectors: readonly Readonly<Record<string, unknown>>[];
  readonly enablePending: boolean;
  readonly includeWipSince?: string | undefined;
  readonly providerBranch?: string | undefined;
  /** The provider version of published results. */
  readonly providerVersion?: string | undefined;
}

/** A pact from a broker. If it is pending, a failure is only reported. `publishUrl` accepts its result. */
export interface BrokerPact extends PactFile {
  readonly pending: boolean;
  readonly publishUrl: string | null;
  /** The URL that puts the provider version on its branch; null without a branch. */
  readonly branchUrl: string | null;
}

const Link = z.looseObject({ href: z.string() });
const Index = z.looseObject({
  _links: z.looseObject({
    "pb:provider-pacts-for-verification": Link,
    "pb:pacticipant-branch-version": Link.optional(),
  }),
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

export function isBroker(text: string): boolean {
  try {
    return Index.safeParse(JSON.parse(text)).success;
  } catch {
    // A broker always answers JSON.
    return false;
  }
}

/** Fetches the pacts that the broker at `url` selects; `text` is its index. Throws `PactFileError`. */
export async function pactsOfBroker(
  url: string,
  text: string,
  options: BrokerOptions,
): Promise<readonly BrokerPact[]> {
  const { _links: index } = read(Index, text, url);
  const branchUrl = branchUrlOf(index["pb:pacticipant-branch-version"]?.href, url, options);
  const target = expanded(index["pb:provider-pacts-for-verification"].href, url, options);
  const { enablePending, includeWipSince, providerBranch, selectors } = options;
  const wanted = await call(target, options, "POST", {
    consumerVersionSelectors: selectors,
    includePendingStatus: enablePending,
    ...(includeWipSince === undefined ? {} : { includeWipPactsSince: includeWipSince }),
    ...(providerBranch === undefined ? {} : { providerVersionBranch: providerBranch }),
  });
  const { pacts } = read(ForVerification, wanted, target)._embedded;
  return Promise.all(
    pacts.map(async ({ verificationProperties, _links }) => {
      const source = new URL(_links.self.href, url).href;
      const pact = await call(source, options, "GET");
      const publish = read(Published, pact, source)._links?.["pb:publish-verification-results"];
      return {
        ...readPact(pact, source),
        pending: verificationProperties?.pending ?? false,
        publishUrl: publish === undefined ? null : new URL(publish.href, url).href,
        branchUrl,
      };
    }),
  );
}

/** Puts the provider version on its branch, if it has one. */
export async function publishBranch(
  pacts: readonly Pick<BrokerPact, "branchUrl">[],
  options: BrokerOptions,
): Promise<void> {
  const urls = [...new Set(pacts.map(({ branchUrl }) => branchUrl))].filter((url) => url !== null);
  await Promise.all(urls.map((url) => call(url, options, "PUT", {})));
}

/** Publishes the result of one pact. Throws `PactFileError` if the broker does not accept it. */
export async function publishResult(
  pact: Pick<BrokerPact, "publishUrl" | "source">,
  passed: boolean,
  options: BrokerOptions,
): Promise<void> {
  if (pact.publishUrl === null) throw new PactFileError(`${pact.source} does not accept results.`);
  await call(pact.publishUrl, options, "POST", {
    success: passed,
    providerApplicationVersion: options.providerVersion ?? "",
    verifiedBy: { implementation: "lead-sandbox" },
  });
}

/** The body at `url`. Throws `PactFileError` for any status except success. */
export async function readUrl(url: string, options: BrokerOptions): Promise<string> {
  return call(url, options, "GET");
}

function branchUrlOf(
  template: string | undefined,
  url: string,
  options: BrokerOptions,
): string | null {
  if (options.providerBranch === undefined || options.providerVersion === undefined) return null;
  if (template !== undefined) return expanded(template, url, options);
  throw new PactFileError(`The broker ${url} does not support branches. Omit --provider-branch.`);
}

function expanded(template: string, url: string, options: BrokerOptions): string {
  const { provider, providerBranch = "", providerVersion = "" } = options;
  const values: readonly (readonly [string, string])[] = [
    ["{provider}", provider],
    ["{pacticipant}", provider],
    ["{branch}", providerBranch],
    ["{version}", providerVersion],
  ];
  const filled = values.reduce(
    (text, [name, value]) => text.replace(name, () => encodeURIComponent(value)),
    template,
  );
  return new URL(filled, url).href;
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  url: string,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const begin = text.slice(0, 80);
    throw new PactFileError(`${url} is not a Pact broker. It answered: ${begin}`, { cause: error });
  }
}

async function call(
  url: string,
  { headers, origin }: BrokerOptions,
  method: "GET" | "POST" | "PUT",
  body?: object,
): Promise<string> {
  const isBrokers = URL.canParse(url) && new URL(url).origin === origin;
  const { status, text } = await fetchBroker(url, {
    method,
    headers: {
      accept: "application/hal+json, application/json",
      ...(isBrokers ? headers : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(asJson(body)) }),
  });
  if (status >= 200 && status < 300) return text;
  const hint = isBrokers
    ? "Is --broker-token right?"
    : `--broker-token goes to ${origin} alone, the server of the first URL.`;
  const advice = status === 401 || status === 403 ? ` ${hint}` : "";
  throw new PactFileError(
    `${method} ${url} was answered ${status}: ${text.slice(0, 200)}${advice}`,
  );
}

const timeoutMs = 30_000;

async function fetchBroker(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, signal: timeoutSignal(timeoutMs) });
    return {
      status: response.status,
      text: decodeText(new Uint8Array(await response.arrayBuffer())),
    };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new PactFileError(`${url} cannot be read: ${message}`, { cause: error });
  }
}
