import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { describe, it } from "vitest";

import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import type { Reply } from "../support/reply.ts";
import { rulesOf } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { operations } from "./cases.ts";
import { goldensOf, strayErrors } from "./golden-cases.ts";

/** One golden file and the errors in it. */
interface Subject {
  readonly name: string;
  readonly errors: readonly {
    readonly error: string;
    readonly assumptions?: Readonly<Record<string, string>>;
    readonly send: (world: World) => Promise<Reply>;
  }[];
}

const folder = new URL("../../contracts/golden/", import.meta.url);
const updates = process.env["UPDATE_GOLDEN"] === "1";

const operationSubjects = operations.map((operation) => ({
  operation,
  name: operation.id,
  errors: errorsOf(operation),
}));
const subjects: readonly Subject[] = [
  ...operationSubjects,
  { name: "no-operation", errors: strayErrors },
];

describe.each(subjects)("the golden bodies of $name", (subject) => {
  const { name, errors } = subject;

  it("contain the exact status and body of each error, and no other errors (2.5, 7)", async () => {
    const answered = bodiesOf(await answers(subject));
    if (updates) writeFileSync(fileOf(name), `${JSON.stringify(answered, null, 2)}\n`);
    expect(answered).toEqual(goldens(name));
  });

  it("have a unique name for each error that starts with its status (7)", () => {
    const names = errors.map(({ error }) => error);
    expect(new Set(names).size).toBe(names.length);
    for (const error of names) {
      expect(goldens(name)).toHaveProperty([error, "status"], Number(error.slice(0, 3)));
    }
  });
});

describe.each(operationSubjects)("the errors of $operation.method $operation.path", (subject) => {
  const { operation } = subject;

  it("cite every rule that the operation documents for its refusals (7)", async () => {
    const replies = await answers(subject);
    const shown = new Set([...replies.values()].flatMap((reply) => rulesOf(reply)));
    const expected = [...gateRules, ...Object.values(operation.refusals).flat()];
    const unshown = expected.filter((rule) => !shown.has(rule));
    expect(unshown, "A case of golden-*-cases.ts must show these rules").toEqual([]);
  });
});

describe("contracts/golden", () => {
  it("has one file for each operation and no others (4)", () => {
    const wanted = new Set(subjects.map(({ name }) => `${name}.json`));
    const stale = readdirSync(folder).filter((file) => !wanted.has(file));
    if (updates) for (const file of stale) rmSync(new URL(file, folder));
    expect(readdirSync(folder).filter((file) => !wanted.has(file))).toEqual([]);
  });
});

/** The rules of the gates that every operation shares. */
const gateRules = [
  "auth.missing",
  "auth.invalid",
  "env.key-mismatch",
  "auth.role-surface",
  "auth.permission",
  "quota.rolling-hour",
  "quota.burst",
];

function errorsOf(operation: ApiOperation): Subject["errors"] {
  return goldensOf(operation).map(({ send, ...error }) => ({
    ...error,
    send: (world: World) => send(world, operation),
  }));
}

/** Caches the answers, as two tests use them. */
const asked = new Map<string, Promise<ReadonlyMap<string, Reply>>>();

function answers({ name, errors }: Subject): Promise<ReadonlyMap<string, Reply>> {
  const replies = asked.get(name) ?? ask(errors);
  asked.set(name, replies);
  return replies;
}

/** Collects the answer to each error. Refusals change nothing, so cases under the same assumptions share a world. */
async function ask(errors: Subject["errors"]): Promise<ReadonlyMap<string, Reply>> {
  const replies = new Map<string, Reply>();
  for (const [assumptions, sharing] of Map.groupBy(errors, keyOf)) {
    // oxlint-disable-next-line no-await-in-loop -- the keys of a world are issued one after the other
    const world = await newWorld({ assumptions: JSON.parse(assumptions) });
    for (const { error, send } of sharing) {
      // oxlint-disable-next-line no-await-in-loop -- the keys of a world are issued one after the other
      replies.set(error, await send(world));
    }
  }
  return replies;
}

function keyOf({ assumptions = {} }: Subject["errors"][number]): string {
  return JSON.stringify(assumptions);
}

function bodiesOf(replies: ReadonlyMap<string, Reply>) {
  return Object.fromEntries(
    [...replies]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([error, { status, json }]) => [error, { status, body: json }]),
  );
}

function goldens(name: string): unknown {
  const file = fileOf(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function fileOf(name: string): URL {
  return new URL(`${name}.json`, folder);
}
