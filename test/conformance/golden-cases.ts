/** The errors with golden bodies, and the operations that can return each of them. */
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { ids, monday } from "../support/world.ts";
import {
  canSucceed,
  choicesOf,
  issueKey,
  namesRecord,
  operations,
  permittedKey,
  readsBody,
  sendTo,
  unknownKey,
  usedKey,
} from "./cases.ts";
import type { Sending } from "./cases.ts";
import { deletedErrors } from "./golden-deleted-cases.ts";
import { leadErrors } from "./golden-lead-cases.ts";
import { queryErrors } from "./golden-query-cases.ts";
import { writeErrors } from "./golden-write-cases.ts";

/** An error of some operations, under the assumptions that it needs. */
export interface GoldenCase {
  /** Its status and its cause. */
  readonly error: string;
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly by: (operation: ApiOperation) => boolean;
  readonly send: (world: World, operation: ApiOperation) => Promise<Reply>;
}

/** The errors that an operation can return. */
export function goldensOf(operation: ApiOperation): readonly GoldenCase[] {
  return [
    ...gateErrors,
    ...recordErrors,
    ...deletedErrors,
    ...choiceErrors,
    ...bodyErrors,
    ...workflowErrors,
    ...queryErrors,
    ...leadErrors,
    ...writeErrors,
  ]
    .filter(({ by }) => by(operation))
    .map((error) => ({ ...error, assumptions: { ...choicesOf(operation), ...error.assumptions } }));
}

/** A request with a permitted key. */
export function permitted(sending: Sending): GoldenCase["send"] {
  return async (world, operation) =>
    sendTo(world, operation, { key: await permittedKey(world, operation), ...sending });
}

const every = (): boolean => true;

const gateErrors: readonly GoldenCase[] = [
  {
    error: "401 missing key",
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: null }),
  },
  {
    error: "401 malformed key",
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: "not-a-key" }),
  },
  {
    error: "401 unknown key",
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: unknownKey }),
  },
  {
    error: "401 revoked key",
    by: every,
    async send(world, operation) {
      const { id, key } = await issueKey(world);
      await world.control("DELETE", `/api-keys/${id}`);
      return sendTo(world, operation, { key });
    },
  },
  {
    error: "401 expired key",
    by: every,
    async send(world, operation) {
      const { key } = await issueKey(world, { expiresAt: monday });
      return sendTo(world, operation, { key });
    },
  },
  {
    error: "401 key of the other environment",
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: world.keys["partner-production"] }),
  },
  {
    error: "401 key of the other role type (assumed)",
    assumptions: { "auth.role-surface": "401" },
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: world.keys.realtor }),
  },
  {
    error: "403 key of the other role type",
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: world.keys.realtor }),
  },
  {
    error: "403 key of the other environment (assumed)",
    assumptions: { "env.key-mismatch": "403" },
    by: every,
    send: (world, operation) => sendTo(world, operation, { key: world.keys["partner-production"] }),
  },
  {
    error: "403 key without the permission",
    by: every,
    async send(world, operation) {
      const { key } = await issueKey(world, { permissions: [] });
      return sendTo(world, operation, { key });
    },
  },
  {
    error: "429 over the hourly quota",
    by: every,
    send: async (world, operation) =>
      sendTo(world, operation, { key: await usedKey(world, 500, "PT59M") }),
  },
  {
    error: "429 over the burst",
    by: every,
    send: async (world, operation) =>
      sendTo(world, operation, { key: await usedKey(world, 50, 0) }),
  },
];

const recordErrors: readonly GoldenCase[] = [
  { error: "404 unknown id", by: namesRecord, send: permitted({ whose: "unknown" }) },
  { error: "404 another Firm's record", by: namesRecord, send: permitted({ whose: "foreign" }) },
  {
    error: "403 another Firm's record (assumed)",
    assumptions: { "auth.foreign-record": "403" },
    by: namesRecord,
    send: permitted({ whose: "foreign" }),
  },
];

const choiceErrors: readonly GoldenCase[] = [
  {
    error: "404 not offered (assumed)",
    assumptions: Object.fromEntries(
      operations.flatMap(({ offeredBy }) => (offeredBy === undefined ? [] : [[offeredBy, "404"]])),
    ),
    by: ({ offeredBy }) => offeredBy !== undefined,
    send: permitted({}),
  },
  {
    error: "409 Idempotency-Key used before (assumed)",
    assumptions: { "http.idempotency-key": "409" },
    by: (operation) => operation.method === "POST" && canSucceed(operation),
    async send(world, operation) {
      const key = await permittedKey(world, operation);
      const headers = { "idempotency-key": "one" };
      await sendTo(world, operation, { key, headers });
      return sendTo(world, operation, { key, headers });
    },
  },
  {
    error: "422 Idempotency-Key of another request (assumed)",
    assumptions: { "http.idempotency-key": "replay" },
    by: canSucceed,
    async send(world, operation) {
      const key = await permittedKey(world, operation);
      const headers = { "idempotency-key": "one" };
      await sendTo(world, operation, { key, headers, query: "colour=blue" });
      return sendTo(world, operation, { key, headers });
    },
  },
];

const bodyErrors: readonly GoldenCase[] = [
  { error: "422 body not JSON", by: readsBody, send: permitted({ rawBody: "{" }) },
  { error: "422 body empty", by: readsBody, send: permitted({ rawBody: "" }) },
  { error: "422 body not an object", by: readsBody, send: permitted({ rawBody: "[]" }) },
  {
    error: "422 body of another content type",
    by: readsBody,
    send: permitted({ headers: { "content-type": "text/plain" } }),
  },
  {
    error: "422 body nested too deep",
    by: readsBody,
    send: permitted({ rawBody: `${'{"a":'.repeat(65)}1${"}".repeat(65)}` }),
  },
  {
    error: "400 body not JSON (assumed)",
    assumptions: { "http.body.malformed": "400" },
    by: readsBody,
    send: permitted({ rawBody: "{" }),
  },
  {
    error: "413 body too large",
    by: readsBody,
    send: permitted({ rawBody: JSON.stringify({ notes: "n".repeat(1_048_576) }) }),
  },
  {
    error: "415 body with a content coding",
    by: readsBody,
    send: permitted({ rawBody: "{}", headers: { "content-encoding": "gzip" } }),
  },
];

const workflowErrors: readonly GoldenCase[] = [
  {
    error: "404 unknown workflow",
    by: ({ does }) => does === "run",
    send: (world, operation) => sendTo(world, operation, { whose: "unknown" }),
  },
  {
    error: "404 workflow of another method",
    by: ({ does, method }) => does === "run" && method !== "POST",
    send: (world, operation) => sendTo(world, operation),
  },
  {
    error: "422 every field wrong",
    by: ({ id }) => id === "post-workflow",
    send: (world, operation) =>
      sendTo(world, operation, { body: { leadId: 7, note: null, colour: "red" } }),
  },
  {
    error: "422 nothing sent",
    by: ({ id }) => id === "post-workflow",
    send: (world, operation) => sendTo(world, operation, { body: {} }),
  },
];

/** The errors of requests that match no operation. */
export const strayErrors: readonly (Omit<GoldenCase, "by" | "send"> & {
  readonly send: (world: World) => Promise<Reply>;
})[] = [
  { error: "404 unknown path", send: (world) => world.api("GET", "/v1/nothing") },
  {
    error: "404 unknown method",
    send: (world) => world.api("PUT", `/v1/leads/${ids.activeLead}`),
  },
  {
    error: "405 unknown method (assumed)",
    assumptions: { "http.method.unknown": "405" },
    send: (world) => world.api("PUT", `/v1/leads/${ids.activeLead}`),
  },
  { error: "401 missing key", send: (world) => world.api("GET", "/v1/nothing", { key: null }) },
  {
    error: "429 over the hourly quota",
    send: async (world) =>
      world.api("GET", "/v1/nothing", { key: await usedKey(world, 500, "PT59M") }),
  },
];
