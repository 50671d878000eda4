import { describe, expect, it } from "vitest";

import {
  readVariables,
  usualNames,
  variablesOf,
} from "../../../src/domain/model/client-variables.ts";

const settings = "LEAD_SANDBOX_CONFIG LEAD_SANDBOX_CONTROL_TOKEN LEAD_SANDBOX_INTERCEPT".split(" ");
const programs = "NODE_OPTIONS LD_PRELOAD PATH BASH_ENV PYTHONPATH HTTPS_PROXY IFS".split(" ");
const nearly = [
  "lead_api_url",
  "LEAD_API_URL ",
  " LEAD_API_URL",
  "LEAD_API_CA_FILE",
  "",
  "a[$(id)]",
];
const inherited = ["__proto__", "constructor", "toString"];

describe("the variables that a server sent", () => {
  it("are those of a client, and those that drive its workspace", () => {
    const names = [
      ...Object.values(usualNames),
      "LEAD_SANDBOX_URL",
      "LEAD_SANDBOX_WORKSPACE_TOKEN",
    ];
    const sent = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
    expect(readVariables(sent)).toEqual({ variables: sent, dropped: 0 });
  });

  it.each([...settings, ...programs, ...nearly, ...inherited])("are not %j", (name) => {
    const sent: unknown = JSON.parse(JSON.stringify({ LEAD_API_URL: "u", [name]: "x" }));
    const own = Object.fromEntries([
      ["LEAD_API_URL", "u"],
      [name, "x"],
    ]);
    expect(readVariables(own)).toEqual({ variables: { LEAD_API_URL: "u" }, dropped: 1 });
    expect(readVariables(sent).variables).toEqual({ LEAD_API_URL: "u" });
  });

  it.each([
    ["two lines", "x\nNODE_OPTIONS=--require=/x.js"],
    ["a carriage return", "x\ry"],
    ["the character 0", "x\u0000y"],
    ["an escape sequence", "\u001B]0;x\u0007"],
    ["a line separator", "x\u2028y"],
    ["C1", "x\u0085y"],
    ["no end", "x".repeat(5_000)],
    ["a number", 7],
    ["null", null],
    ["a list", ["x"]],
    ["an object", { toString: "x" }],
  ])("have no value with %s", (_, value) => {
    expect(readVariables({ LEAD_API_KEY: value, LEAD_API_URL: "u" })).toEqual({
      variables: { LEAD_API_URL: "u" },
      dropped: 1,
    });
  });

  it.each([undefined, null, 7, "LEAD_API_URL=x", ["LEAD_API_URL"], true])(
    "are none in %j",
    (sent) => {
      expect(readVariables(sent)).toEqual({ variables: {}, dropped: 0 });
    },
  );

  it("have the names of --env, which a server cannot send itself", () => {
    const names = { ...usualNames, url: "MY_URL", key: "NODE_OPTIONS" };
    const sent = { LEAD_API_URL: "u", LEAD_API_KEY: "k", MY_URL: "x", NODE_OPTIONS: "x" };
    expect(readVariables(sent, names)).toEqual({
      variables: { MY_URL: "u", NODE_OPTIONS: "k" },
      dropped: 2,
    });
  });
});

describe("the variables of a workspace", () => {
  it("leave out an id of several lines, which a fixture may have", () => {
    const key = { id: "k", key: "secret", roleType: "Partner", environment: "sandbox" } as const;
    const firm = { id: "a\nNODE_OPTIONS=x", firmMembers: [], referralCodes: [], apiKeys: [key] };
    const urls = { url: "http://a", controlUrl: "http://a/_sandbox" };
    const variables = variablesOf({ id: "w", firms: [firm] }, urls);
    expect(variables).toMatchObject({ LEAD_API_KEY: "secret", LEAD_SANDBOX_WORKSPACE: "w" });
    expect(variables).not.toHaveProperty("LEAD_API_FIRM_ID");
  });
});
