/** The sources of pacts: files, folders, the URL of a single pact, or a broker. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { readTextFile } from "../../base/texts/text-file.ts";
import type { BrokerOptions, BrokerPact } from "./broker.ts";
import { isBroker, pactsOfBroker, readUrl } from "./broker.ts";
import type { PactFile } from "./pact-file.ts";
import { PactFileError, readPact } from "./pact-file.ts";

/** A pact and its broker's data. */
export type FoundPact = PactFile &
  Partial<Pick<BrokerPact, "pending" | "publishUrl" | "branchUrl">>;

/** Reads every pact of `sources`, in order. Throws `PactFileError` for a missing or invalid source. */
export async function findPacts(
  sources: readonly string[],
  broker: BrokerOptions,
): Promise<readonly FoundPact[]> {
  const found = await Promise.all(
    sources.map((source) => (isUrl(source) ? fromUrl(source, broker) : fromPath(source))),
  );
  return found.flat();
}

/** The pacts of a provider, as a broker selects its own; all of them without a name. */
export function pactsOfProvider(
  pacts: readonly FoundPact[],
  provider: string | undefined,
): readonly FoundPact[] {
  if (provider === undefined) return pacts;
  return pacts.filter((pact) => pact.publishUrl !== undefined || pact.provider === provider);
}

/** The providers of the pacts, each once. */
export function providersOf(pacts: readonly PactFile[]): readonly string[] {
  return [...new Set(pacts.map(({ provider }) => provider))].toSorted();
}

/** Whether a source is a URL rather than a file or folder. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//.test(source);
}

async function fromPath(path: string): Promise<readonly PactFile[]> {
  const kind = await stat(path).catch(() => null);
  if (kind === null) throw new PactFileError(`File or folder not found: ${path}.`);
  if (!kind.isDirectory()) return [readPact(await reading(path, readTextFile(path)), path)];
  const entries = await reading(path, readdir(path));
  const names = entries.filter((name) => name.endsWith(".json")).toSorted();
  const files = await Promise.all(names.map((name) => fromPath(join(path, name))));
  return files.flat();
}

async function reading<Value>(path: string, read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PactFileError(`${path} cannot be read: ${reason}`, { cause: error });
  }
}

async function fromUrl(url: string, broker: BrokerOptions): Promise<readonly FoundPact[]> {
  const text = await readUrl(url, broker);
  return isBroker(text) ? pactsOfBroker(url, text, broker) : [readPact(text, url)];
}
