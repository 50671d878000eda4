import { describe, expect, it } from "vitest";

import { sandboxUrl } from "../../../src/apps/cli/tester/sandbox-url.ts";

describe("the URL of the sandbox for a command", () => {
  it.each([
    [undefined, {}, "http://127.0.0.1:4610"],
    [undefined, { PORT: "5000" }, "http://127.0.0.1:5000"],
    [undefined, { PORT: "5000", LEAD_SANDBOX_PORT: "5001" }, "http://127.0.0.1:5001"],
    [undefined, { LEAD_SANDBOX_PORT: "0" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_PORT: "" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "0.0.0.0" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "::" }, "http://127.0.0.1:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "::1" }, "http://[::1]:4610"],
    [undefined, { LEAD_SANDBOX_HOST: "192.0.2.7" }, "http://192.0.2.7:4610"],
    [undefined, { LEAD_SANDBOX_URL: "https://leads.test/", PORT: "5000" }, "https://leads.test"],
    ["http://a.test/_sandbox", { LEAD_SANDBOX_URL: "https://leads.test" }, "http://a.test"],
    ["http://a.test/tools//_sandbox//", {}, "http://a.test/tools"],
  ])("for the option %j and the environment %j is %s", (given, environment, wanted) => {
    expect(sandboxUrl(given, environment)).toBe(wanted);
  });

  it.each(["", "a.test", "ftp://a.test", "http://"])(
    "cannot be %j, which is not a URL",
    (given) => {
      expect(() => sandboxUrl(given, {})).toThrow("such as http://127.0.0.1:4610");
    },
  );
});
