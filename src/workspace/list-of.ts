/**
 * Lists and records of a schema that are checked only until they have a number of problems. Zod checks every item,
 * which takes seconds and gigabytes for some 100,000 invalid ones.
 */
import * as z from "zod";

/** The number of problems up to which an answer counts them. */
export const problemsCounted = 10_000;

/** An array of `item`, checked until it has `problemsMax` problems. */
export function listOf<Item extends z.ZodType>(item: Item, problemsMax = problemsCounted) {
  return z
    .array(z.custom<z.input<Item>>())
    .transform((list, context) => {
      const items: z.output<Item>[] = [];
      for (const [index, given] of list.entries()) {
        const { data, error } = item.safeParse(given);
        if (error === undefined) items.push(data);
        else addAll(error, index, context);
        if (context.issues.length >= problemsMax) break;
      }
      return items;
    })
    .meta({ documentedAs: z.array(item) });
}

/** An object with any keys that `name` accepts, checked until it has `problemsCounted` problems. */
export function recordOf<Value extends z.ZodType>(name: z.ZodString, value: Value) {
  return z
    .record(z.string(), z.custom<z.output<Value>>())
    .superRefine((record, context) => {
      for (const [key, given] of Object.entries(record)) {
        for (const { error } of [name.safeParse(key), value.safeParse(given)]) {
          if (error !== undefined) addAll(error, key, context);
        }
        if (context.issues.length >= problemsCounted) break;
      }
    })
    .meta({ documentedAs: z.record(name, value) });
}

function addAll({ issues }: z.ZodError, at: string | number, context: z.RefinementCtx): void {
  for (const issue of issues) context.addIssue({ ...issue, path: [at, ...issue.path] });
}
