/** Provider states alone can set up every refusal with a golden body, so that one request gets it. */
import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { operationOf, operations } from "../../../conformance/cases.ts";
import { goldensOf, strayErrors } from "../../../conformance/golden-cases.ts";
import type { Reply } from "../../../support/reply.ts";
import { text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { keyWith, reaches } from "./reached.ts";
import { staged } from "./staged.ts";

const folder = "contracts/golden";
const files = readdirSync(folder).toSorted();

/** Each golden body: the error and the operation. */
const golden: readonly { readonly error: string; readonly id: string }[] = files.flatMap((file) =>
  Object.keys(bodiesOf(file.replace(".json", ""))).map((error) => ({
    error,
    id: file.replace(".json", ""),
  })),
);
const errors = [...new Set(golden.map(({ error }) => error))].toSorted();

describe("provider states", () => {
  it("are tested for every kind of refusal", () => {
    const kinds = new Set(errors.map((error) => error.slice(0, 3)));
    const statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429];
    expect([...kinds]).toEqual(statuses.map(String));
    expect(errors.length).toBeGreaterThan(60);
  });

  it.each(errors)("lead to %s, for every kind of operation that can answer it", async (error) => {
    const answers: unknown[] = [];
    const wanted: unknown[] = [];
    const shared = await newReached(error);
    for (const { id } of onePerKind(error)) {
      // oxlint-disable-next-line no-await-in-loop -- states of one world are set up in order
      const world = error.startsWith("409") ? await newReached(error) : shared;
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      const { status, json } = await reached(world, error, id);
      answers.push({ id, status, body: json });
      wanted.push({ id, ...Object(bodiesOf(id)[error]) });
    }
    expect(answers).toEqual(wanted);
  });
});

/**
 * The golden bodies of an error, one for each method and resource that its states distinguish. Where no state is needed,
 * the request is that of `test/conformance/golden.test.ts`.
 */
function onePerKind(error: string): typeof golden {
  const kinds = new Map<string, (typeof golden)[number]>();
  for (const one of golden.filter((other) => other.error === error)) {
    const { method, path } = operations.find(({ id }) => id === one.id) ?? stray;
    const kind = reaches[error] === undefined ? "any" : `${method} ${path.split("/")[1]}`;
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()];
}

/** The world of a case. Cases share it, as a refusal affects no other case, except for a taken email. */
function newReached(error: string): Promise<World> {
  return newWorld({ quotaPerHour: error.startsWith("429") ? 500 : null });
}

/** The answer to a case's request in a world that only provider states have changed. */
async function reached(world: World, error: string, id: string): Promise<Reply> {
  const operation = operations.find((one) => one.id === id);
  const known = operation === undefined ? strayErrors : goldensOf(operation);
  const found = known.find((one) => one.error === error);
  if (found === undefined) throw new Error(`No case sends ${error} to ${id}.`);
  for (const [rule, choice] of Object.entries(found.assumptions ?? {})) {
    // oxlint-disable-next-line no-await-in-loop -- one state after the other
    await staged(world, "the rule is chosen", { rule, choice });
  }
  const reach = reaches[error];
  if (reach !== undefined) return reach(world, operation ?? stray);
  return found.send(onlyStaged(world), operation ?? stray);
}

/** The operation for requests that match none. */
const stray = operationOf("get-leads");

/** A world with provider states instead of the control API: it can only create a key with permissions. */
function onlyStaged(world: World): World {
  return {
    ...world,
    async control(method, path, body) {
      if (`${method} ${path}` !== "POST /api-keys") throw new Error(`No state: ${method} ${path}`);
      const permissions: unknown = Object(body).permissions;
      const values = await keyWith(world, permissions);
      const data = { id: text(values, "apiKeyId"), key: text(values, "apiKey") };
      return { ...values, status: 201, json: { data } };
    },
  };
}

function bodiesOf(id: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(`${folder}/${id}.json`, "utf8"));
}
