/** Replays interactions with Pact's verifier against a sandbox, so that one it cannot read costs no other its result. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";

import type { Json } from "../../base/values/json.ts";
import { asJson } from "../../base/values/json.ts";
import { performance } from "../../base/values/native-timers.ts";
import type { Surface } from "../../domain/model/surface.ts";
import type { SandboxClient } from "../../library/client/sandbox-client.ts";
import { numbered, numberedFileName, readNumbered } from "./numbered.ts";
import type { PactFile } from "./pact-file.ts";
import type { PactInteraction } from "./pact-interaction.ts";
import type { ProviderProxy, ProxiedAnswer, StateFailure } from "./provider-proxy.ts";
import { openProviderProxy } from "./provider-proxy.ts";
import type { VerifierOutcome, VerifierResult } from "./verifier.ts";
import { VerifierCrash, runVerifier } from "./verifier.ts";

/** A pact to verify; the failures of one that is pending do not fail the verification. */
export type VerifiedPact = PactFile & { readonly pending?: boolean };

/** An interaction to replay, with its pact. */
export interface Unit {
  readonly pact: VerifiedPact;
  readonly interaction: PactInteraction;
}

/** What the replay of an interaction showed. */
export interface Replayed {
  readonly unit: Unit;
  /** Undefined if the verifier said nothing about it. */
  readonly verified: VerifierOutcome | undefined;
  /** Null if its request never came. */
  readonly answer: ProxiedAnswer | null;
  readonly failures: readonly StateFailure[];
  /** The OpenAPI document of the choices that its states left in force; null without the static check. */
  readonly document: Json;
}

export interface ReplayOptions {
  /** Sends a request to a sandbox that this verification owns and resets before each interaction. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly client: SandboxClient;
  /** The API and environment of the requests. */
  readonly surface: Surface;
  readonly isStatic: boolean;
  /** For all runs of the verifier together. */
  readonly timeoutMs: number;
}

/**
 * Replays all units, in one run of the verifier if it reads them all. It drops or ends a run for some that it cannot
 * read, so the units without a result are replayed again, in halves. Throws `VerifierError`.
 */
export async function replay(
  units: readonly Unit[],
  options: ReplayOptions,
): Promise<readonly Replayed[]> {
  const endsAt = performance.now() + options.timeoutMs;
  const replayPart = async (part: readonly Unit[]): Promise<readonly Replayed[]> => {
    const timeoutMs = Math.max(1, Math.round(endsAt - performance.now()));
    const replayed = await replayOnce(part, { ...options, timeoutMs });
    const lost = replayed.filter(({ verified }) => verified === undefined).map(({ unit }) => unit);
    if (lost.length === 0 || part.length === 1) return replayed;
    const again = new Map<Unit, Replayed>();
    for (const some of lost.length < part.length ? [lost] : halves(lost)) {
      // oxlint-disable-next-line no-await-in-loop -- they share the sandbox
      for (const one of await replayPart(some)) again.set(one.unit, one);
    }
    return replayed.map((one) => again.get(one.unit) ?? one);
  };
  return units.length === 0 ? [] : replayPart(units);
}

function halves<Item>(all: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}

async function replayOnce(
  units: readonly Unit[],
  { fetch, client, surface, isStatic, timeoutMs }: ReplayOptions,
): Promise<readonly Replayed[]> {
  const interactions = units.map(({ interaction }) => interaction);
  const documents = isStatic ? await readDocuments(client) : null;
  const onRequest = async (number: number) => documents?.read(number);
  const proxy = await openProviderProxy({ fetch, client, surface, interactions, onRequest });
  const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-pacts-"));
  try {
    const result = await resultOf(units, { folder, proxy, timeoutMs });
    const outcomes = new Map(
      result.interactionResults.map((one) => [readNumbered(one.description).number, one]),
    );
    return units.map((unit, number) => ({
      unit,
      verified: outcomes.get(number) ?? loadFailure(unit.pact, number, result),
      answer: proxy.answerOf(number),
      failures: proxy.stateFailuresOf(number),
      document: documents?.of(number) ?? null,
    }));
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Run {
  readonly folder: string;
  readonly proxy: ProviderProxy;
  readonly timeoutMs: number;
}

/** The result of the verifier. After a crash it has none, or that error for a single unit. */
async function resultOf(
  units: readonly Unit[],
  { folder, proxy, timeoutMs }: Run,
): Promise<VerifierResult> {
  const [first] = units;
  const certificates = join(folder, "certificate.pem");
  await writeFile(certificates, rootCertificates[0] ?? "");
  try {
    return await runVerifier(
      {
        providerBaseUrl: proxy.url,
        provider: first?.pact.provider ?? "",
        pactUrls: await writeNumbered(units, folder),
        providerStatesSetupUrl: proxy.stateUrl,
      },
      { timeoutMs, certificates },
    );
  } catch (error) {
    if (!(error instanceof VerifierCrash)) throw error;
    const message = `${error.message} (in ${first?.pact.source})`;
    return {
      interactionResults: units.length === 1 ? [{ ...failed(message), description: "0 " }] : [],
      errors: [],
    };
  }
}

/** Writes each interaction as a pact of its own, with its number. */
async function writeNumbered(units: readonly Unit[], folder: string): Promise<readonly string[]> {
  const writes = units.map(async ({ pact, interaction }, number) => {
    const file = join(folder, numberedFileName(number));
    await writeFile(file, JSON.stringify(numbered(pact, interaction, number)));
    return file;
  });
  return Promise.all(writes);
}

/** The error outcome of an interaction if the verifier could not load its file. */
function loadFailure(
  { source }: PactFile,
  number: number,
  { errors }: VerifierResult,
): VerifierOutcome | undefined {
  const name = numberedFileName(number);
  const text = errors.map(({ mismatch }) => mismatch.message).find((one) => one.includes(name));
  if (text === undefined) return undefined;
  const message = text
    .split(/(?<=\s)/)
    .map((word) => {
      const file = /[/\\]\d{8}\.json'?/.exec(word);
      return file === null ? word : source + word.slice(file.index + file[0].length);
    })
    .join("");
  return failed(message);
}

function failed(message: string): VerifierOutcome {
  const mismatch = { message, mismatches: [] };
  return { description: "", result: "ERROR", pending: false, mismatch };
}

/** The OpenAPI documents of the choices that interactions met, by their numbers. */
interface MetDocuments {
  /** Reads the sandbox's choices as those of that interaction. */
  readonly read: (number: number) => Promise<void>;
  /** The document of that interaction; the first one if its request never came. */
  readonly of: (number: number) => Json;
}

/** Reads the sandbox's document under its present choices first, and once for each other set of choices. */
async function readDocuments({ assumptions, documents }: SandboxClient): Promise<MetDocuments> {
  const known = new Map<string, Json>();
  const now = async (): Promise<Json> => {
    const chosen = JSON.stringify(await assumptions.get());
    const document = known.get(chosen) ?? asJson(await documents.emulated());
    known.set(chosen, document);
    return document;
  };
  const first = await now();
  const met = new Map<number, Json>();
  return {
    read: async (number) => void met.set(number, await now()),
    of: (number) => met.get(number) ?? first,
  };
}
