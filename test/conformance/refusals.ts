/** The refusals that all operations share, in one `describe` for each status. */
import { describe, it } from "vitest";

import type { ApiOperation } from "../../src/api/call.ts";
import { assumedRulesOf } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import {
  choicesOf,
  issueKey,
  namesRecord,
  operationOf,
  operations,
  permittedKey,
  readsBody,
  sendTo,
  usedKey,
} from "./cases.ts";
import type { Sending } from "./cases.ts";

const statuses = [400, 401, 403, 404, 405, 409, 413, 422, 429] as const;
type RefusalStatus = (typeof statuses)[number];

/** Tests of the refusals of an operation; `more` adds tests for that operation, by status. */
export function describeRefusals(
  id: string,
  more: Readonly<Partial<Record<RefusalStatus, () => void>>> = {},
): void {
  const operation = operationOf(id);
  for (const status of statuses) {
    const shared = refusalsOf(operation).filter((refusal) => refusal.status === status);
    const own = more[status];
    if (shared.length === 0 && own === undefined) continue;
    describe(`${status}`, () => {
      it.each(shared.map((row) => [row.what, row.clause, row] as const))(
        `${status} %s (%s)`,
        async (_what, _clause, { rule, world: options, send }) => {
          const reply = await send(
            await newWorld({ assumptions: { ...choicesOf(operation), ...options?.assumptions } }),
            operation,
          );
          expect(reply).toRefuse(status, rule);
          if (options !== undefined)
            expect(assumedRulesOf(reply)).toContain(Object.keys(options.assumptions)[0]);
        },
      );
      own?.();
    });
  }
}

interface Refusal {
  readonly status: RefusalStatus;
  readonly what: string;
  readonly clause: string;
  readonly rule: string;
  readonly world?: { readonly assumptions: Readonly<Record<string, string>> };
  readonly send: (world: World, operation: ApiOperation) => ReturnType<typeof sendTo>;
}

function refusalsOf(operation: ApiOperation): readonly Refusal[] {
  return [
    ...everywhere,
    ...(namesRecord(operation) ? onRecords : []),
    ...(offersEveryMethod(operation) ? [] : onMethods),
    ...(readsBody(operation) ? onBodies : []),
  ];
}

const everywhere: readonly Refusal[] = [
  {
    status: 401,
    what: "with the error envelope without a key",
    clause: "2.5, 5.6",
    rule: "auth.missing",
    send: (world, operation) => sendTo(world, operation, { key: null }),
  },
  {
    status: 401,
    what: "for a key that is not a version 4 UUID",
    clause: "5.2, 5.6",
    rule: "auth.invalid",
    send: (world, operation) =>
      sendTo(world, operation, { key: "11111111-1111-1111-8111-111111111111" }),
  },
  {
    status: 403,
    what: "with the error envelope for a key without the permission",
    clause: "2.5, 5.6",
    rule: "auth.permission",
    send: async (world, operation) =>
      sendTo(world, operation, { key: (await issueKey(world, { permissions: [] })).key }),
  },
  {
    status: 429,
    what: "for the request after the whole hourly quota",
    clause: "8",
    rule: "quota.rolling-hour",
    send: async (world, operation) =>
      sendTo(world, operation, { key: await usedKey(world, 500, "PT59M") }),
  },
  {
    status: 429,
    what: "for the request after 50 in the same minute at 500 an hour",
    clause: "8",
    rule: "quota.burst",
    send: async (world, operation) =>
      sendTo(world, operation, { key: await usedKey(world, 50, 0) }),
  },
];

const onRecords: readonly Refusal[] = [
  {
    status: 404,
    what: "for an id that does not exist",
    clause: "7",
    rule: "auth.foreign-record",
    send: permitted({ whose: "unknown" }),
  },
  {
    status: 404,
    what: "for a record of another Firm",
    clause: "7",
    rule: "auth.foreign-record",
    send: permitted({ whose: "foreign" }),
  },
];

const onMethods: readonly Refusal[] = [
  {
    status: 404,
    what: "for a method that the path does not offer",
    clause: "7",
    rule: "http.method.unknown",
    send: unofferedMethod,
  },
  {
    status: 405,
    what: "for a method that the path does not offer, where the workspace assumes so",
    clause: "7",
    rule: "http.method.unknown",
    world: { assumptions: { "http.method.unknown": "405" } },
    send: unofferedMethod,
  },
];

const onBodies: readonly Refusal[] = [
  {
    status: 400,
    what: "for a body that is not JSON, where the workspace assumes so",
    clause: "7",
    rule: "http.body.malformed",
    world: { assumptions: { "http.body.malformed": "400" } },
    send: permitted({ rawBody: "{" }),
  },
  {
    status: 413,
    what: "for a body of more than 1 MiB",
    clause: "8",
    rule: "http.body.too-large",
    send: permitted({ rawBody: JSON.stringify({ notes: "n".repeat(1_048_576) }) }),
  },
  {
    status: 422,
    what: "for a body that is not JSON",
    clause: "7",
    rule: "http.body.malformed",
    send: permitted({ rawBody: "{" }),
  },
  {
    status: 422,
    what: "for a body that is an array",
    clause: "1.6, 7",
    rule: "http.body.malformed",
    send: permitted({ rawBody: "[]" }),
  },
  {
    status: 422,
    what: "for a body of another content type",
    clause: "1.6",
    rule: "http.body.malformed",
    send: permitted({ headers: { "content-type": "text/plain" } }),
  },
  {
    status: 422,
    what: "for a body nested more than 64 levels deep",
    clause: "8",
    rule: "http.body.depth",
    send: permitted({ rawBody: `${'{"a":'.repeat(65)}1${"}".repeat(65)}` }),
  },
];

function permitted(sending: Sending): Refusal["send"] {
  return async (world, operation) =>
    sendTo(world, operation, { key: await permittedKey(world, operation), ...sending });
}

const methods = ["PUT", "DELETE", "PATCH", "POST", "GET"] as const;

function unofferedMethod(world: World, operation: ApiOperation): ReturnType<typeof sendTo> {
  const offered = methodsOf(operation);
  const method = methods.find((one) => !offered.includes(one)) ?? "PUT";
  return sendTo(world, { ...operation, method });
}

function offersEveryMethod(operation: ApiOperation): boolean {
  return methods.every((method) => methodsOf(operation).includes(method));
}

function methodsOf({ path }: ApiOperation): readonly string[] {
  return operations.filter((row) => row.path === path).map(({ method }) => method);
}
