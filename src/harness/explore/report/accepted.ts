/** Known and accepted findings, from a file in the client's repository. */
import * as z from "zod";

import { readTextFile } from "../../../base/texts/text-file.ts";
import type { Acceptance } from "./shape.ts";

const acceptedFileName = "lead-sandbox.accepted.json";

const AcceptedFile = z.strictObject({
  accepted: z.array(
    z.strictObject({
      finding: z.string().min(1),
      reason: z.string().min(1),
      expires: z.iso.date().optional(),
    }),
  ),
});

export class AcceptedFileError extends Error {}

/** Accepted findings, by their own ids, or those of their groups or announced changes. Expired entries accept nothing. */
export interface AcceptedFindings {
  /** The acceptance of a finding by the first of its ids that has one. */
  readonly find: (ids: readonly string[]) => Acceptance | null;
  readonly ids: readonly string[];
  /** One sentence for each expired entry. */
  readonly notes: readonly string[];
}

/**
 * Reads `file`, or the default file if it exists; `today` is a date such as `2026-01-31`. Throws
 * `AcceptedFileError`.
 */
export async function readAccepted(
  file: string | undefined,
  today: string,
): Promise<AcceptedFindings> {
  const name = file ?? acceptedFileName;
  const text = await readTextFile(name).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (file === undefined && isMissing) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AcceptedFileError(`Invalid --accept: ${name} cannot be read: ${reason}`);
  });
  if (text === null) return { find: () => null, ids: [], notes: [] };
  const all = entriesIn(text, name);
  const isOver = ({ expires }: { expires?: string | undefined }): boolean =>
    expires !== undefined && expires < today;
  const known = new Map(
    all.filter((entry) => !isOver(entry)).map((entry) => [entry.finding, entry]),
  );
  return {
    find(ids) {
      const [entry] = ids.flatMap((id) => known.get(id) ?? []);
      return entry === undefined ? null : { reason: entry.reason, expires: entry.expires ?? null };
    },
    ids: [...known.keys()],
    notes: all
      .filter(isOver)
      .map(({ finding, expires }) => `${name}: the entry for ${finding} expired on ${expires}.`),
  };
}

function entriesIn(text: string, name: string): z.infer<typeof AcceptedFile>["accepted"] {
  try {
    return AcceptedFile.parse(JSON.parse(text)).accepted;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new AcceptedFileError(
      `${name} is not valid: ${reason}\nExpected { "accepted": [{ "finding": "…", "reason": "…", "expires": "2026-12-31" }] }.`,
    );
  }
}
