import type { Rule } from "./rule.ts";

/** What every request passes before its operation: HTTP, API, environment, audit. */
export const transportRules = {
  "http.json": {
    clause: "1.6",
    standing: "documented",
    statement: "Bodies are JSON in both directions, and the outcome is a standard HTTP status.",
  },
  "http.version-prefix": {
    clause: "4, 9",
    standing: "assumed",
    statement:
      "Paths start with `/v1`, but some samples omit it. Without it, a path answers the same. " +
      "Under `required` it is 404.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "optional",
    alternatives: ["required"],
  },
  "http.version.other": {
    clause: "9",
    standing: "assumed",
    statement:
      "A path with another version, such as `/v2/leads`, is 404. Under `accepted` it answers as " +
      "under `/v1`.",
    default: "404",
    alternatives: ["accepted"],
  },
  "http.idempotency-key": {
    clause: "7",
    standing: "assumed",
    statement:
      "An `Idempotency-Key` header has no effect. Under `409` a POST is 409 with NOT_UNIQUE on " +
      "`Idempotency-Key` if the API key already used that header for a successful POST. The " +
      "workspace remembers the newest 1,000 of them. Under `replay` the API key and that header name " +
      "a request of any method: the same method, path, query and bytes get the first answer again, and " +
      "others are 422 with INVALID on `Idempotency-Key`. A second request waits for one in flight. " +
      "Answers below 500 of operations are kept, the newest 1,000 of up to 16 MiB.",
    source: "/getting-started/errors-and-response-codes",
    default: "ignored",
    alternatives: ["409", "replay"],
  },
  "http.body.malformed": {
    clause: "7",
    standing: "assumed",
    statement:
      "A body is 422 with INVALID on `body` if it is not valid JSON, not an object or has " +
      "another content type. Under `400` it is 400 with only `message`.",
    default: "422",
    alternatives: ["400"],
  },
  "http.body.too-large": {
    clause: "8",
    standing: "assumed",
    statement:
      "A body over 1 MiB is 413. `100-kib` and `10-mib` set the limit to 100 KiB and 10 MiB.",
    default: "1-mib",
    alternatives: ["100-kib", "10-mib"],
  },
  "http.body.depth": {
    clause: "8",
    standing: "assumed",
    statement:
      "A body nested more than 64 levels deep is refused like a malformed one (rule " +
      "http.body.malformed). Under `512-levels` the limit is 512.",
    default: "64-levels",
    alternatives: ["512-levels"],
  },
  "http.content-encoding": {
    clause: "7",
    standing: "assumed",
    statement:
      "A body with a `Content-Encoding` other than `identity` is 415, and the message names the " +
      "coding. Under `decoded`, `gzip`, `deflate` and `br` are decoded, and the limit of rule " +
      "http.body.too-large holds for the result. A body that does not decode is then refused like " +
      "a malformed one (rule http.body.malformed), and any other coding is 415.",
    default: "refused",
    alternatives: ["decoded"],
  },
  "http.method.unknown": {
    clause: "7",
    standing: "assumed",
    statement:
      "A known path with a method that it does not offer is 404, because 405 is not a " +
      "documented status. Under `405` it is 405.",
    default: "404",
    alternatives: ["405"],
  },
  "http.path.unknown": {
    clause: "7",
    standing: "documented",
    statement: "A path that the API does not have is 404 with `message`.",
  },
  "http.https-only": {
    clause: "5.5",
    standing: "documented",
    statement:
      "A sandbox that requires HTTPS refuses plain HTTP. On loopback it does not require HTTPS " +
      "by default. The status of the refusal is not documented: 403, or 426 under `426`.",
    source: "/getting-started/authentication",
    default: "403",
    alternatives: ["426"],
  },
  "http.atomic": {
    clause: "1.5",
    standing: "documented",
    statement: "A request that fails leaves nothing behind: no record, no change, no mail.",
  },
  "env.surface": {
    clause: "1.3, 1.4",
    standing: "documented",
    statement:
      "The host or port selects API and environment. `api.partner.dit.*`, `api.realtor.dit.*`, " +
      "`partner.localhost` and `realtor.localhost` are sandboxes. `api.partner.*`, " +
      "`api.realtor.*`, `partner-production.localhost` and `realtor-production.localhost` are " +
      "production. Other patterns can be set, and any other host is the Partner sandbox.",
    source: "/getting-started/overview",
  },
  "env.realtor-operations": {
    clause: "4.4",
    standing: "assumed",
    statement:
      "The Realtor API has the same operations as the Partner API. Under `create-and-update` it " +
      "has only those that the reference shows, POST `/firms/{id}/leads` and PATCH " +
      "`/leads/{id}`. Every other path and method is then 404.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "all",
    alternatives: ["create-and-update"],
  },
  "env.key-mismatch": {
    clause: "5.4",
    standing: "documented",
    statement:
      "A key issued for the other environment is not valid here. The status is not documented: " +
      "401, or 403 under `403`.",
    source: "/getting-started/authentication",
    default: "401",
    alternatives: ["403"],
  },
  "env.data": {
    clause: "1.4",
    standing: "assumed",
    statement:
      "The sandbox and the live environment have separate records. A Lead, Plan, ClientProfile " +
      "or mail belongs to the environment of the key that made it. In the other environment its " +
      "id is 404, and lists, `include`, uniqueness and sign-ups ignore it. Firms, FirmMembers " +
      "and ReferralCodes exist in both. Under `shared` the environments share all records.",
    default: "separate",
    alternatives: ["shared"],
  },
  "audit.every-request": {
    clause: "5.8",
    standing: "documented",
    statement: "The journal records every request, including refused ones.",
  },
} as const satisfies Record<string, Rule>;
