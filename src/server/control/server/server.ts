import * as z from "zod";

import { publicUrlProblem } from "../../../base/values/public-url.ts";
import { shardOfId } from "../../../domain/model/shard.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { ruleIds, ruleOf } from "../../../domain/rules/catalogue.ts";
import { rulesOf } from "../../../network/http/statuses.ts";
import type { Registry } from "../../../world/workspace/registry/registry.ts";
import { list, ok } from "../calls/answer.ts";
import { withBody, withNoQuery } from "../calls/operation.ts";
import { one, pageOf } from "../calls/shapes.ts";
import { BrokenWorkspace } from "../workspaces/shown-workspace.ts";
import { caCertificatePath } from "./ca-certificate.ts";
import type { ServedHttps, ServerInfo } from "./server-info.ts";

/** The version of the interface document that the rules implement. */
const interfaceVersion = "v1";

const Health = z.strictObject({
  status: z.enum(["ok", "starting"]),
  version: z.string(),
  interfaceVersion: z.string(),
  uptimeMs: z.number(),
  workspaces: z.int(),
  shard: z
    .string()
    .nullable()
    .describe("the number of this sandbox among several; null without one"),
  shards: z
    .array(z.string())
    .describe(
      "the shards of its workspaces, sorted: another one after a start with another --shard",
    ),
  brokenWorkspaces: z
    .array(BrokenWorkspace)
    .describe("workspaces of --data with invalid files, set aside unchanged"),
  surfaces: z.array(
    z.strictObject({
      api: z.enum(["Partner", "Realtor"]),
      environment: z.enum(["sandbox", "production"]),
      hosts: z.array(z.string()),
      port: z.int().nullable(),
    }),
  ),
  https: z
    .strictObject({ url: z.string(), certificate: z.string() })
    .nullable()
    .describe("the address of HTTPS, and of the certificate that clients must trust"),
});

export const getHealth = withNoQuery({
  id: "get-health",
  summary: "Show version, addresses and settings of the sandbox",
  level: "server",
  method: "GET",
  path: "/health",
  answer: one(Health),
  run: ({ registry, server }) =>
    ok({
      status: "ok",
      version: server.version,
      interfaceVersion,
      uptimeMs: server.uptimeMs(),
      workspaces: registry.list().length,
      shard: server.shard,
      shards: shardsOf(server.shard, registry),
      brokenWorkspaces: registry.broken(),
      surfaces: server.surfaces,
      https: shownHttps(server.https()),
    }),
});

function shardsOf(shard: string | null, registry: Pick<Registry, "list">): readonly string[] {
  const own = registry.list().flatMap(({ id }) => shardOfId(id) ?? []);
  return shard === null ? [] : [...new Set([shard, ...own])].toSorted();
}

const PublicUrl = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .superRefine((given, context) => {
      const message = publicUrlProblem(given);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .nullable()
    .describe("the base of links in mails and headers; null for the origin of each request"),
});

export const getPublicUrl = withNoQuery({
  id: "get-public-url",
  summary: "Show the URL that links use",
  level: "server",
  method: "GET",
  path: "/public-url",
  answer: one(PublicUrl),
  run: ({ server }) => ok({ url: server.address.publicUrl() }),
});

export const putPublicUrl = withBody({
  id: "put-public-url",
  summary: "Set the URL that links use, for a port that is known only after the start",
  level: "server",
  method: "PUT",
  path: "/public-url",
  destroys: null,
  body: PublicUrl,
  answer: one(PublicUrl),
  run({ server: { address } }, { url }) {
    address.setPublicUrl(url);
    return ok({ url: address.publicUrl() });
  },
});

function shownHttps(https: ServedHttps | null) {
  return https === null ? null : { url: https.url, certificate: caCertificatePath };
}

const ShownRule = z
  .strictObject({
    id: z.string(),
    clause: z.string(),
    standing: z.enum(["documented", "reference", "assumed"]),
    statement: z.string(),
    source: z.string().exactOptional(),
    default: z.string().exactOptional(),
    alternatives: z.array(z.string()).exactOptional(),
    operations: z
      .array(z.string())
      .exactOptional()
      .describe(
        "The ids of the operations whose successes or refusals name it; absent for a rule about lists, mail, states or any request",
      ),
  })
  .meta({ id: "Rule" });

export const getRules = withNoQuery({
  id: "get-rules",
  summary: "List all rules",
  level: "server",
  method: "GET",
  path: "/rules",
  answer: pageOf(ShownRule),
  run({ server }) {
    const operations = operationsOfRules(server.operations);
    return list(ruleIds, (id) => {
      const named = operations.get(id);
      return { id, ...ruleOf(id), ...(named === undefined ? {} : { operations: [...named] }) };
    });
  },
});

/** The ids of the operations whose own contract names a rule; rules of every operation are left out. */
function operationsOfRules(
  operations: ServerInfo["operations"],
): ReadonlyMap<RuleId, ReadonlySet<string>> {
  const found = new Map<RuleId, Set<string>>();
  for (const operation of operations) {
    for (const rule of rulesOf(operation)) {
      const named = found.get(rule) ?? new Set();
      found.set(rule, named.add(operation.id));
    }
  }
  return found;
}
