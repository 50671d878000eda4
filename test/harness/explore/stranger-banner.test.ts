import { describe, expect, it, onTestFinished } from "vitest";

import { welcome } from "../../../src/apps/cli/serve/serve.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { config } from "./settings.ts";

describe("the banner of replay --serve", () => {
  it("shows the Firm of a bundle without harm, also to a shell that gets its first request", () => {
    const id = "$(touch x);";
    const firms = [{ id, name: "\u001B]0;x\u0007\u202E", firmType: "Partner" }];
    const key = { id: "TheKey01", roleType: "Partner", environment: "sandbox" };
    const apiKeys = [{ ...key, firmId: id }];
    const sandbox = openSandbox({ ...config(), fixture: "given-1" }, {}, [{ firms, apiKeys }]);
    onTestFinished(() => sandbox.close());
    const urls = { url: "http://x", controlUrl: "http://x", https: null, proxy: null };
    const text = welcome(sandbox.describe(), urls);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(text).toContain("curl http://x/v1/firms/%24(touch%20x)%3B/leads");
  });
});
