import type { Json } from "../../base/values/json.ts";
import { asJson } from "../../base/values/json.ts";
import type { SandboxClient } from "../../library/client/sandbox-client.ts";

/** The OpenAPI documents of the choices that interactions met, by their numbers. */
export interface MetDocuments {
  /** Reads the sandbox's choices as those of that interaction. */
  readonly read: (number: number) => Promise<void>;
  /** The document of that interaction; the first one if its request never came. */
  readonly of: (number: number) => Json;
}

/** Reads the sandbox's document under its present choices first, and once for each other set of choices. */
export async function readDocuments({
  assumptions,
  documents,
}: SandboxClient): Promise<MetDocuments> {
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
