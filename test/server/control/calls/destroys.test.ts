/** Each call of the control API that changes something either says what it destroys, or destroys nothing. */
import { describe, expect, it } from "vitest";

import { controlOperations } from "../../../../src/server/control/calls/operations.ts";

/** These only add, or set what can be set back. A clock that moved on cannot go back, but nothing is lost by it. */
const harmless = [
  ..."put-public-url open-session close-session create-workspace restore-workspace change-workspace take-snapshot".split(
    " ",
  ),
  ..."add-firm add-firm-member add-referral-code set-subscription sign-up convert-lead".split(" "),
  ..."move-plan link-plan open-private-plan issue-api-key put-clock advance-clock".split(" "),
  ..."put-quota use-quota plan-fault release-held-requests relay-email explain put-assumptions put-assumption".split(
    " ",
  ),
];

describe("a call of the control API", () => {
  it("that changes something says what it destroys, unless it destroys nothing", () => {
    const silent = controlOperations
      .filter(({ method, destroys }) => method !== "GET" && destroys === undefined)
      .map(({ id }) => id);
    expect(silent.toSorted()).toEqual(harmless.toSorted());
  });

  it("that deletes says what it destroys", () => {
    const deleting = controlOperations.filter(
      ({ method, id }) => method === "DELETE" && id !== "close-session",
    );
    expect(deleting.filter(({ destroys }) => destroys === undefined)).toEqual([]);
  });
});
