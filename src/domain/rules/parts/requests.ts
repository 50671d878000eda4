import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

/** The parts of the rules about requests in general: bodies, keys, errors and resources. */
export const requestParts = {
  "http.body.malformed": {
    "not-json": "A body that is not valid JSON is 422 with INVALID on `body`.",
    "not-object": "So is one that is not an object.",
    "content-type": "So is one with another content type.",
  },
  "http.atomic": {
    record: "A request that fails leaves no record behind.",
    change: "A request that fails leaves no change behind.",
    mail: "A request that fails sends no mail.",
  },
  "auth.missing": {
    key: "A request without the header `X-API-Key` is 401.",
    "header-name": "The name of the header is not case-sensitive.",
  },
  "auth.invalid": {
    "not-uuid": "A key that is not a UUID version 4 is 401.",
    unknown: "An unknown key is 401.",
    "no-longer-valid": "A key that was revoked or has expired is 401.",
  },
  "auth.role-surface": {
    "this-api": "A key of the other API is 403 here.",
    "other-api": "A key of this API is 403 on the other one.",
  },
  "auth.permissions": {
    leads: "A key creates, reads, updates and deletes the Leads of its Firm.",
    "member-leads": "It does so for the Leads of the Firm's FirmMembers.",
    reads: "It reads the Firm, its FirmMembers, its ReferralCodes and the Plans it owns.",
    "client-profiles": "It reads ClientProfiles only by `include`.",
    workflows: "It may call workflows.",
    others: "Anything else is 403.",
    given: "A workspace may give a key other permissions.",
  },
  "auth.foreign-record": {
    record: "A record that the caller may not access is 404.",
    paths: "Paths below such a record are 404.",
    same: "The answer is the same as if it did not exist.",
  },
  "error.envelope": {
    message: "A 404 has `message`.",
    "message-401": "A 401 has `message`.",
    "fields-422": "A 422 has `message` and `fields`.",
    "fields-409": "A 409 has `message` and `fields`.",
  },
  "error.codes": {
    format: "A missing or invalid value has one of the documented codes.",
    "not-unique": "A duplicate has the code NOT_UNIQUE.",
    others: "An unknown field and an unknown id have one of the documented codes.",
    "in-use": "The code IN_USE occurs only through rule lead.in-use.",
  },
  "error.all-fields": {
    several: "An answer reports several field errors.",
    limit: "It reports at most 1,000 of them.",
    message: "Its message says when there are more.",
  },
  "error.order": {
    "401": "401 comes before 404 and 422.",
    "404": "404 comes before 422.",
    "422": "422 comes before 409.",
    "429": "429 comes after 401 and before 404.",
  },
  "quota.headers": {
    answers: "Answers have no rate-limit headers.",
    "429": "Nor has a 429.",
  },
  "resource.generic.firms": {
    list: "The service has `/firms`.",
    record: "The service has `/firms/{id}`.",
  },
  "resource.generic.firm-members": {
    list: "The service has `/firmMembers`.",
    record: "The service has `/firmMembers/{id}`.",
    "of-firm": "The service has `/firms/{id}/firmMembers`.",
  },
  "resource.generic.referral-codes": {
    list: "The service has `/referralCodes`.",
    record: "The service has `/referralCodes/{id}`.",
    "of-firm": "The service has `/firms/{id}/referralCodes`.",
  },
  "resource.generic.plans": {
    list: "The service has `/plans`.",
    record: "The service has `/plans/{id}`.",
  },
  "resource.fields": {
    firm: "A Firm has the sandbox's fields.",
    "firm-member": "A FirmMember has the sandbox's fields.",
    "referral-code": "A ReferralCode has the sandbox's fields.",
    plan: "A Plan has the sandbox's fields.",
    "client-profile": "A ClientProfile has the sandbox's fields.",
  },
  "workflow.unknown": {
    unknown: "`/workflows/{id}` is 404.",
    fixture: "A workflow that the fixture describes is not.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
