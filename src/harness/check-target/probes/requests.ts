/** Probes of requests in general: paths, bodies, headers. */
import { isJsonObject } from "../../../base/values/json.ts";
import { hasMessage, outcome, rowsOf, statusSeen } from "../target/evidence.ts";
import {
  newActiveLead,
  create,
  firmLeads,
  lead,
  list,
  pathOf,
  person,
} from "../target/prepared-leads.ts";
import type { Answered, Call, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";
import { ofStatus, oneLead } from "./statuses.ts";
import type { StatusOf } from "./statuses.ts";

/** Probes of the format of requests and answers. */
export const formProbes: readonly Probe[] = [
  {
    rule: "http.json",
    async run(target) {
      const requests = [
        () => list(target, { limit: "1" }),
        // Without an email it creates no Lead, so that it may be asked again.
        () => target.ask("POST", firmLeads(target), { body: person, again: "same" }),
        () => create(target, {}),
      ];
      for (const request of requests) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        sawForm(target, await request());
      }
    },
  },
];

/** What an answer to any question shows of `http.json`. It is not asked by itself. */
export const anyAnswerIsJson: Probe = {
  rule: "http.json",
  run: async (target) => sawForm(target, await list(target, { limit: "1" })),
};

function sawForm(target: Target, answered: Answered): void {
  const [type = ""] = (answered.headers.get("content-type") ?? "").split(";");
  target.saw(answered, { type, isObject: isJsonObject(answered.json) });
}

const mebibyte = 1024 * 1024;

/** Probes of paths, methods, bodies and headers. */
export const requestProbes: readonly Probe[] = [
  ofAnswer(
    "http.path.unknown",
    (target) => target.ask("GET", "/no-such-resource"),
    (_target, refused) => ({ status: statusSeen(refused), hasMessage: hasMessage(refused) }),
    { dependsOn: ["error.envelope"] },
  ),
  ofStatus("http.method.unknown", (target) => [["PUT", firmLeads(target), { body: {} }]]),
  ofBody("not-json", { rawBody: '{ "email": ' }),
  ofBody("not-object", { rawBody: "[]" }),
  ofBody("not-object", { rawBody: "null" }),
  ofBody("content-type", { rawBody: "{}", headers: { "content-type": "text/plain" } }),
  // The bodies lack required fields, so a service that accepts them creates no Lead.
  {
    rule: "http.body.depth",
    async run(target) {
      for (const levels of [64, 65, 512]) {
        const arrays = levels - 2;
        const rawBody = `{"clientData":{"deep":${"[".repeat(arrays)}${"]".repeat(arrays)}}}`;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answered = await target.ask("POST", firmLeads(target), { rawBody });
        target.saw(answered, outcome(target, answered));
      }
    },
  },
  ofStatus("http.body.too-large", (target) =>
    [0, 1].map((more): StatusOf => {
      const [start, end] = ['{"clientData":{"notes":"', '"}}'];
      const notes = "n".repeat(mebibyte + more - start.length - end.length);
      return ["POST", firmLeads(target), { rawBody: `${start}${notes}${end}` }];
    }),
  ),
  // The body is not coded, and lacks required fields: a service that ignores the header creates no Lead.
  {
    rule: "http.content-encoding",
    async run(target) {
      const headers = { "content-encoding": "gzip" };
      const answered = await target.ask("POST", firmLeads(target), { rawBody: "{}", headers });
      target.saw(answered, outcome(target, answered));
    },
  },
  ofAnswer(
    "http.version-prefix",
    (target) => target.ask("GET", oneLead(target), { prefix: "other" }),
    (_target, page) => ({ status: statusSeen(page), isPage: rowsOf(page) !== null }),
  ),
  {
    rule: "http.atomic",
    parts: ["record"],
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
    rule: "http.atomic",
    parts: ["change"],
    async run(target) {
      const path = pathOf(await lead(target, { email: target.email("unchanged") }));
      const body = { firstName: "Changed", email: "no-address" };
      const refused = await target.ask("PATCH", path, { body });
      if (refused.status < 400) target.giveUp("The service accepted a PATCH that it should refuse");
      const read = await target.ask("GET", path);
      target.saw(read, { firstName: recordOf(read)["firstName"] ?? null });
    },
  },
  ofOrder("401", { rawBody: "{", key: "not-a-key" }),
  ofOrder("404", { body: {} }),
  {
    rule: "error.order",
    parts: ["422"],
    async run(target) {
      const { email = null } = recordOf(await newActiveLead(target));
      const refused = await create(target, { email, firstName: 7 });
      target.saw(refused, outcome(target, refused));
    },
  },
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
    rule: "quota.headers",
    parts: ["answers"],
    async run(target) {
      const page = await list(target, { limit: "1" });
      const names = [...page.headers.keys()].filter((name) => name.includes("ratelimit"));
      target.saw(page, names.toSorted());
    },
  },
];

/** A probe of a body that is not a JSON object. */
function ofBody(part: string, call: Call): Probe {
  return {
    rule: "http.body.malformed",
    parts: [part],
    async run(target) {
      const answered = await target.ask("POST", firmLeads(target), call);
      target.saw(answered, outcome(target, answered));
    },
  };
}

/** A probe of a request for an unknown parent that has a further error. */
function ofOrder(part: string, call: Call): Probe {
  return ofStatus("error.order", () => [["POST", "/firms/n0Such00/leads", call]], {
    parts: [part],
    dependsOn: ["auth.invalid#unknown"],
  });
}
