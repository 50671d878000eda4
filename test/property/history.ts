import fc from "fast-check";

import type { Reply } from "../support/reply.ts";
import { at, text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids } from "../support/world.ts";

/** A request of a history; `lead` selects one of the Leads that the history created so far. */
export interface HistoryStep {
  readonly plane: "api" | "control";
  readonly method: string;
  readonly path: string;
  readonly lead: number;
  readonly body?: unknown;
}

const name = fc.constantFrom("Ann", "Bo", "Zoë", "楓", "😀", "", "O'Neil");
const email = fc.nat(25).map((number) => `client${number}@example.com`);
const plans = fc.array(fc.record({ type: fc.constantFrom("Buying", "Renewal", "Wrong") }), {
  maxLength: 2,
});
const person = fc.record(
  { email, firstName: name, lastName: name, phone: name, clientData: fc.record({ Plans: plans }) },
  { requiredKeys: ["email", "firstName", "lastName"] },
);
const lead = fc.nat();
const parentPath = fc.constantFrom(
  `/v1/firms/${ids.partnerFirm}/leads`,
  `/firmMembers/${ids.partnerMember}/leads`,
  `/v1/firms/${ids.realtyFirm}/leads`,
);
const reading = fc.constantFrom(
  "/v1/leads/{lead}?scope=withDeleted&include=Plans.ClientProfiles",
  "/v1/leads?scope=withDeleted&limit=100",
  "/v1/plans",
  "/v1/firms",
  "/v1/nowhere",
  `/v1/firms/${ids.partnerFirm}/leads?order=[["email","ASC"]]&limit=5`,
);
const platform = fc.constantFrom("/leads/{lead}/convert", "/leads/{lead}/archive");

function step(
  plane: HistoryStep["plane"],
  method: string,
  parts: { readonly path: fc.Arbitrary<string>; readonly body?: fc.Arbitrary<unknown> },
): fc.Arbitrary<HistoryStep> {
  return fc.record({ plane: fc.constant(plane), method: fc.constant(method), lead, ...parts });
}

const aStep: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 5, arbitrary: step("api", "POST", { path: parentPath, body: person }) },
  { weight: 2, arbitrary: step("api", "GET", { path: reading }) },
  {
    weight: 2,
    arbitrary: step("api", "PATCH", { path: fc.constant("/v1/leads/{lead}"), body: person }),
  },
  { weight: 1, arbitrary: step("api", "DELETE", { path: fc.constant("/v1/leads/{lead}") }) },
  { weight: 2, arbitrary: step("control", "POST", { path: platform }) },
  {
    weight: 1,
    arbitrary: step("control", "POST", {
      path: fc.constant("/sign-ups"),
      body: fc.record({ email }),
    }),
  },
  {
    weight: 1,
    arbitrary: step("control", "POST", {
      path: fc.constant("/clock/advance"),
      body: fc.record({ by: fc.nat(100_000_000) }),
    }),
  },
);

/** A long history of both planes that includes refusals. */
export const someHistory: fc.Arbitrary<readonly HistoryStep[]> = fc.array(aStep, {
  minLength: 60,
  maxLength: 150,
  size: "max",
});

/**
 * The full responses to the history, without the `date` header and the clock offset, followed by
 * all mail.
 */
export async function transcript(
  world: World,
  history: readonly HistoryStep[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  const made: string[] = [ids.activeLead];
  for (const { plane, method, path, lead: of, body } of history) {
    const target = path.replace("{lead}", made[of % made.length] ?? "");
    // oxlint-disable-next-line no-await-in-loop -- a history has an order
    const reply = await (plane === "api"
      ? world.api(method, target, { body })
      : world.control(method, target, body));
    lines.push(`${method} ${target}`, lineOf(reply));
    if (reply.status === 201 && plane === "api") made.push(text(reply, "data.id"));
  }
  return [...lines, ...(await mailOf(world))];
}

async function mailOf(world: World): Promise<readonly string[]> {
  const list = await world.control("GET", "/emails?limit=1000");
  const messages = at(list, "data");
  const places = Array.isArray(messages) ? messages.map((_, index) => `data.${index}.id`) : [];
  const sources = await Promise.all(
    places.map((place) => world.control("GET", `/emails/${text(list, place)}/raw`)),
  );
  return [list, ...sources].map(lineOf);
}

function lineOf({ status, headers, text: body }: Reply): string {
  const kept = [...headers].filter(([header]) => header !== "date");
  return [status, JSON.stringify(kept), body].join(" ");
}
