import { describe, expect, it } from "vitest";

import { destinationOf } from "../../../../src/apps/console/reports/state-before.ts";

const origin = "http://127.0.0.1:4610";

/** Where a call of a bundle goes in the workspace `mine`. */
function destination(plane: "api" | "control", path: string, method = "POST", carriedOut = true) {
  const call = { plane, method, path, carriedOut, body: null, sentAtMs: 0, operation: null };
  const more = { workspaceId: null, apiKeyId: null, status: null, variation: null };
  return destinationOf({ ...call, ...more }, origin, "mine");
}

describe("a call of the control API in a bundle", () => {
  it.each([
    ["/_sandbox/sign-ups", "sign-ups"],
    ["/_sandbox/workspaces/other/reset", "reset"],
    ["/_sandbox/workspaces/other/emails?to=a%2Fb%2E%2E", "emails?to=a%2Fb%2E%2E"],
    ["/_sandbox/leads/x/../y", "leads/y"],
  ])("%s goes to the fresh workspace", (path, inner) => {
    expect(destination("control", path)).toBe(`/_sandbox/workspaces/mine/${inner}`);
  });

  it.each([
    ["POST", "/_sandbox/workspaces"],
    ["POST", "/_sandbox/workspaces?dry"],
    ["DELETE", "/_sandbox/workspaces/other"],
    ["DELETE", "/_sandbox/workspaces/other?now"],
    ["GET", "/_sandbox/events"],
    ["TRACE", "/_sandbox/reset"],
    ["post it", "/_sandbox/reset"],
    ["POST", "//evil.example/_sandbox"],
  ])("%s %s is not sent, or goes nowhere else", (method, path) => {
    const to = destination("control", path, method);
    expect(to ?? "/_sandbox/workspaces/mine/").toMatch(/^\/_sandbox\/workspaces\/mine\//);
  });

  it.each([
    "/_sandbox/workspaces/x/../../workspaces/other/reset",
    "/_sandbox/x/../../other/reset",
    "/_sandbox/../mine2/reset",
    "/_sandbox/workspaces/x/%2e%2e/other",
    "/_sandbox/workspaces/x/%2E%2e%2fother",
    "/_sandbox/workspaces/x/%252e%252e/other",
    "/_sandbox/workspaces/x/..%2fother",
    "/_sandbox/workspaces/x/..%5Cother",
    "/_sandbox/workspaces/x/..\\other",
    "/_sandbox/.\t./other/reset",
    "/../../../workspaces/other/reset",
  ])("%j is refused, because it leads to another workspace", (path) => {
    expect(() => destination("control", path, "DELETE")).toThrow(
      "leads out of the fresh workspace",
    );
  });
});

describe("a call of the emulated API in a bundle", () => {
  it("goes to the same server", () => {
    const path = "/v1/leads?filter=%2F%5C";
    expect(destination("api", path)).toBe(path);
  });

  it.each([
    "/_sandbox/workspaces/other/reset",
    "//_sandbox/reset",
    "/v1/../_sandbox/reset",
    "/v1/%2e%2e/_sandbox/reset",
    "/v1/..%2f_sandbox/reset",
    "/v1\\..\\_sandbox/reset",
    "/\t_sandbox/reset",
    "/%5fsandbox/reset",
  ])("%j is refused, because it leads to the control API", (path) => {
    expect(() => destination("api", path)).toThrow("leads out of the fresh workspace");
  });

  it.each(["@evil.example/", ".evil.example/", ":80/", "https://evil.example/", ""])(
    "%j is not sent, because it is no path",
    (path) => {
      expect(destination("api", path)).toBeNull();
    },
  );

  it("is not sent where it was not carried out", () => {
    expect(destination("api", "/v1/leads", "POST", false)).toBeNull();
  });
});
