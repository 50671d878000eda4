/** Probes of requests in general: keys, paths, bodies, errors, resources. */
import { isJsonObject } from "../../domain/json.ts";
import { hasMessage, isAboutFields, outcome, rowsOf, statusSeen } from "./evidence.ts";
import { create, firmLeads, list, person } from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import type { Call, Target } from "./target.ts";
import { recordOf } from "./target.ts";

type StatusOf = readonly [method: string, path: string, call?: Call];

/** A probe whose evidence is the status of each request. */
function ofStatus(
  rule: Probe["rule"],
  requests: (target: Target) => readonly StatusOf[],
  conditions: Pick<Probe, "needs" | "dependsOn"> = {},
): Probe {
  return {
    rule,
    ...conditions,
    async run(target) {
      for (const [method, path, call] of requests(target)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answered = await target.ask(method, path, call);
        if (isAboutFields(answered)) target.dependOn("error.envelope");
        target.saw(answered, statusSeen(answered));
      }
    },
  };
}

const unknownKey = "0b6e3f0a-5a53-4c0e-9d7e-3f2f6b1f9a10";

function oneLead(target: Target): string {
  return `${firmLeads(target)}?limit=1`;
}

/** Probes of the format of requests and answers. */
export const formProbes: readonly Probe[] = [
  {
    rule: "http.json",
    async run(target) {
      const answers = [
        await list(target, { limit: "1" }),
        await create(target, {}),
        await create(target, { email: 7 }),
      ];
      for (const answered of answers) {
        const [type = ""] = (answered.headers.get("content-type") ?? "").split(";");
        target.saw(answered, { type, isObject: isJsonObject(answered.json) });
      }
    },
  },
];

/** Probes of authentication, paths, methods, bodies and headers. */
export const requestProbes: readonly Probe[] = [
  ofStatus("auth.missing", (target) => [
    ["GET", oneLead(target), { key: null }],
    ["POST", firmLeads(target), { key: null, body: {} }],
  ]),
  ofStatus(
    "auth.invalid",
    (target) => [
      ["GET", oneLead(target), { key: "not-a-key" }],
      ["GET", oneLead(target), { key: unknownKey }],
    ],
    { dependsOn: ["auth.missing"] },
  ),
  ofStatus(
    "env.key-mismatch",
    (target) => [["GET", oneLead(target), { key: target.facts.otherEnvironmentKey }]],
    { needs: ["otherEnvironmentKey"] },
  ),
  ofStatus(
    "auth.role-surface",
    ({ facts }) => [["GET", "/leads?limit=1", { key: facts.otherApiKey }]],
    { needs: ["otherApiKey"] },
  ),
  ofStatus(
    "auth.foreign-record",
    ({ facts }) => [
      ["GET", `/firms/${facts.foreignFirmId}/leads?limit=1`],
      ["POST", `/firms/${facts.foreignFirmId}/leads`, { body: {} }],
    ],
    { needs: ["foreignFirmId"] },
  ),
  ofStatus("auth.permission", () => [["POST", "/firms", { body: {} }]]),
  {
    rule: "http.path.unknown",
    dependsOn: ["error.envelope"],
    async run(target) {
      const refused = await target.ask("GET", "/no-such-resource");
      target.saw(refused, { status: statusSeen(refused), hasMessage: hasMessage(refused) });
    },
  },
  ofStatus("http.method.unknown", (target) => [["PUT", firmLeads(target), { body: {} }]]),
  {
    rule: "http.body.malformed",
    async run(target) {
      const answered = await target.ask("POST", firmLeads(target), { rawBody: '{ "email": ' });
      target.saw(answered, outcome(target, answered));
    },
  },
  {
    rule: "http.body.depth",
    async run(target) {
      const deep = `${"[".repeat(100)}${"]".repeat(100)}`;
      const rawBody = `{"clientData":{"deep":${deep}}}`;
      const answered = await target.ask("POST", firmLeads(target), { rawBody });
      target.saw(answered, outcome(target, answered));
    },
  },
  // The bodies lack required fields, so a service that accepts the size creates no Lead.
  ofStatus("http.body.too-large", (target) =>
    [150 * 1024, 1.5 * 1024 * 1024].map((bytes): StatusOf => [
      "POST",
      firmLeads(target),
      { body: { clientData: { notes: "n".repeat(bytes) } } },
    ]),
  ),
  {
    rule: "http.version-prefix",
    async run(target) {
      const page = await target.ask("GET", oneLead(target), { prefix: "other" });
      target.saw(page, { status: statusSeen(page), isPage: rowsOf(page) !== null });
    },
  },
  {
    rule: "http.atomic",
    dependsOn: ["list.filter"],
    async run(target) {
      const email = target.email("refused");
      const body = { ...person, email, clientData: { isFirstTimeHomeBuyer: "yes" } };
      const refused = await target.ask("POST", firmLeads(target), { body });
      if (refused.status < 400)
        target.giveUp("The service accepted a request that it should refuse");
      const page = await list(target, { limit: "1", filter: JSON.stringify({ email }) });
      target.saw(page, { status: statusSeen(page), stored: rowsOf(page)?.length ?? null });
    },
  },
  {
    rule: "error.order",
    dependsOn: ["auth.invalid"],
    async run(target) {
      const nowhere = "/firms/n0Such00/leads";
      const calls: readonly Call[] = [{ rawBody: "{", key: "not-a-key" }, { body: {} }];
      for (const call of calls) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answered = await target.ask("POST", nowhere, call);
        target.saw(answered, statusSeen(answered));
      }
    },
  },
  ofStatus("auth.permissions", () => [
    ["GET", "/clientProfiles?limit=1"],
    ["DELETE", "/referralCodes/n0Such00"],
  ]),
  ofStatus("workflow.unknown", () => [["GET", "/workflows/n0Such00"]]),
  ...(
    [
      ["resource.generic.firms", "firms"],
      ["resource.generic.firm-members", "firmMembers"],
      ["resource.generic.referral-codes", "referralCodes"],
      ["resource.generic.plans", "plans"],
    ] as const
  ).map(([rule, resource]) => ofStatus(rule, () => [["GET", `/${resource}?limit=1`]])),
  ofStatus("http.version.other", (target) => [["GET", oneLead(target), { prefix: "/v2" }]]),
  {
    rule: "http.idempotency-key",
    async run(target) {
      const headers = { "idempotency-key": target.word("Key") };
      for (const name of ["once", "again"]) {
        const body = { ...person, email: target.email(name) };
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const made = await target.ask("POST", firmLeads(target), { body, headers });
        target.saw(made, outcome(target, made));
      }
    },
  },
  {
    rule: "resource.fields",
    async run(target) {
      const answered = await target.ask("GET", `/firms/${target.facts.firmId}`);
      const fields = Object.keys(recordOf(answered)).toSorted();
      target.saw(answered, { status: statusSeen(answered), fields });
    },
  },
  {
    rule: "quota.headers",
    async run(target) {
      const page = await list(target, { limit: "1" });
      const names = [...page.headers.keys()].filter((name) => name.includes("ratelimit"));
      target.saw(page, names.toSorted());
    },
  },
];
