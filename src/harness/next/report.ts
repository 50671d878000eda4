import * as z from "zod";

import { possibleKinds } from "./change-id.ts";
import type { Change } from "./findings.ts";
import type { NextInterface } from "./next-interface.ts";
import { changeSentence } from "./sentences.ts";

/** What every report says about an announced change. */
export const changeShape = {
  id: z.string(),
  kind: z.string(),
  sentence: z.string(),
  operations: z.array(z.string()).describe("Empty for every operation that has the subject."),
  possible: z.boolean().describe("Whether the document only allows it."),
};

/** What `changes --json` prints. */
export const ChangeReport = z.object({
  version: z.string().nullable().describe("The version of the next document; null for a list."),
  unknownOperations: z
    .int()
    .describe("Operations of the present document that the sandbox lacks; they are left out."),
  notes: z.array(z.string()).describe("Notes of a list, which cannot be carried out."),
  changes: z.array(
    z.object({
      ...changeShape,
      schema: z.record(z.string(), z.unknown()).exactOptional(),
      example: z.unknown().optional(),
      sunset: z.string().exactOptional(),
    }),
  ),
});

/** What every report says about `change`. */
export function changeFacts(change: Change) {
  const { id, kind, operations } = change;
  const possible = possibleKinds.has(kind);
  return { id, kind, sentence: changeSentence(change), operations: [...operations], possible };
}

export type ChangeReport = z.infer<typeof ChangeReport>;

export function changeReport(found: NextInterface): ChangeReport {
  return {
    version: found.version,
    unknownOperations: found.unknownOperations,
    notes: [...found.notes],
    changes: found.changes.map((change) => {
      const { schema, example, sunset } = change;
      return {
        ...changeFacts(change),
        ...(schema === undefined ? {} : { schema: { ...schema } }),
        ...(example === undefined ? {} : { example }),
        ...(sunset === undefined ? {} : { sunset }),
      };
    }),
  };
}
