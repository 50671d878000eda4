/** Faults at a page of a list, in a world with more Leads, that only `assess` provokes. */
import { faults, refused } from "./faults.ts";
import type { RoughFault } from "./rough.ts";
import { manyMoreLeads } from "./rough.ts";

/** The time that a client has to back off, and to read many Leads, in milliseconds. */
const timeoutMs = 90_000;

const atPage = {
  family: "rough",
  at: "never",
  timeoutMs,
  course: { moreLeads: manyMoreLeads, againAfterFailure: true },
} as const;

/** The faults of one page that `explore` plans as well; a repetition of the request is answered. */
const ofOneCall: ReadonlySet<string> = new Set(["reset-before", "hang", "malformed", "empty"]);

/** In the order in which trials use them. */
export const listFaults: readonly RoughFault[] = [
  {
    ...atPage,
    id: "page-503-on",
    rules: ["error.server"],
    sentence: "This page and every later call fail with 503. Then the command runs again.",
    reach: "workspace",
    ...refused(503),
  },
  {
    ...atPage,
    id: "page-401-on",
    rules: ["auth.invalid"],
    sentence: "This page and every later call are refused with 401. Then the command runs again.",
    reach: "workspace",
    ...refused(401),
  },
  {
    ...atPage,
    id: "page-503",
    rules: ["error.server"],
    sentence: "This page fails with 503 every time. Then the command runs again.",
    reach: "page",
    ...refused(503),
  },
  ...faults
    .filter(({ id }) => ofOneCall.has(id))
    .map(({ hazard: _none, id, ...fault }): RoughFault => ({
      ...fault,
      ...atPage,
      id: `page-${id.replace("-before", "")}`,
    })),
];
