import { describe, expect, it } from "vitest";

import { temporaryFile } from "../apps/cli/program.ts";
import { runVerify } from "../apps/cli/verify-run.ts";
import { isRemote } from "../support/target.ts";
import { pactOf } from "./pacts.ts";
import type { BrokerSettings } from "./stand-in-broker.ts";
import { standInBroker } from "./stand-in-broker.ts";

const fits = pactOf([{ description: "reads" }], "good-client");
const fails = pactOf([{ description: "reads", status: 404 }], "bad-client");
const odd = pactOf(
  [{ description: "asks", path: "/v1/nothing", key: null, status: 401 }],
  "odd-client",
);
/** The static check takes longer than what most of these tests are about. */
const fast = ["--no-static"];
const publish = ["--publish", "--provider-version", "1.2.3"];

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("verify --publish", () => {
  it("publishes a verification result for each pact", async () => {
    const pacts = [{ pact: fits }, { pact: fails }, { pact: odd }];
    const broker = await standInBroker({ pacts });
    expect((await runVerify([broker.url, ...publish])).code).toBe(1);
    const results = new Map(broker.published().map(({ path, body }) => [path, body]));
    expect(Object.fromEntries(results)).toEqual({
      "/pact/0/results": result(true),
      "/pact/1/results": result(false),
      "/pact/2/results": result(false),
    });
  });

  it("ignores failures of only the static check with --no-static", async () => {
    const broker = await standInBroker({ pacts: [{ pact: odd }] });
    expect((await runVerify([broker.url, ...publish, ...fast])).code).toBe(0);
    expect(broker.published().map(({ body }) => body)).toMatchObject([{ success: true }]);
  });

  it("publishes that a pact without interactions failed, since nothing was verified", async () => {
    const broker = await standInBroker({
      pacts: [{ pact: pactOf([], "idle-client") }, { pact: fits }],
    });
    await runVerify([broker.url, ...publish, ...fast]);
    const results = broker.published().map(({ path, body }) => [path, body]);
    expect(Object.fromEntries(results)).toEqual({
      "/pact/0/results": result(false),
      "/pact/1/results": result(true),
    });
  });

  it("publishes no success for a pact of which a part was skipped, and says so", async () => {
    const messages = [{ description: "m", contents: {} }];
    const broker = await standInBroker({
      pacts: [{ pact: { ...fits, messages } }, { pact: { ...fails, messages } }],
    });
    const { stderr } = await runVerify([broker.url, ...publish, ...fast]);
    expect(stderr).toBe(
      `${broker.url}/pact/0: no success was published, because a part of it was skipped.\n`,
    );
    const results = broker.published().map(({ path, body }) => [path, body]);
    expect(results).toMatchObject([["/pact/1/results", { success: false }]]);
  });

  it("publishes that a pending pact failed", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fails, pending: true }] });
    expect((await runVerify([broker.url, ...publish, ...fast])).code).toBe(0);
    expect(broker.published().map(({ body }) => body)).toMatchObject([{ success: false }]);
  });

  it("sets the branch of the version once, before the results", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fits }, { pact: fails }] });
    await runVerify([broker.url, ...publish, ...fast, "--provider-branch", "feat/a b"]);
    const paths = broker.asked.map(({ method, path }) => `${method} ${path}`);
    expect(paths.filter((path) => path.startsWith("PUT"))).toEqual([
      "PUT /branches/lead-api/feat%2Fa%20b/1.2.3",
    ]);
    expect(paths.indexOf("PUT /branches/lead-api/feat%2Fa%20b/1.2.3")).toBeLessThan(
      paths.indexOf("POST /pact/0/results"),
    );
  });

  it("publishes nothing without --publish", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fits }] });
    const version = ["--provider-version", "1.2.3", "--provider-branch", "main"];
    await runVerify([broker.url, ...fast, ...version]);
    expect(
      broker.asked.every(({ method, path }) => method === "GET" || path.startsWith("/for/")),
    ).toBe(true);
  });

  it("requires a version", async () => {
    expect(await runVerify(["http://127.0.0.1:1", "--publish"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "lead-sandbox: --publish requires --provider-version.\n",
    });
  });

  it("requires a broker", async () => {
    const file = temporaryFile("a.json", JSON.stringify(fits));
    const { code, stderr } = await runVerify([file, ...publish, ...fast]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "lead-sandbox: --publish requires pacts from a broker.\n",
    });
  });
});

describe.skipIf(isRemote)("a broker with an unexpected response", () => {
  const pacts = [{ pact: fits }];
  it.each<[string, Partial<BrokerSettings>, RegExp]>([
    ["asks for a token", { token: "s3cret" }, /was answered 401: .* Is --broker-token right\?/],
    ["is broken", { instead: { "GET /": { status: 500, text: "oops" } } }, /answered 500: oops/],
    ["is a page", { instead: { "GET /": { text: "<html>" } } }, /is not JSON/],
    [
      "returns no list",
      { instead: { "POST /for/lead-api": { text: "<p>" } } },
      /is not a Pact broker/,
    ],
    [
      "wants another",
      { instead: { "POST /for/lead-api": { json: {} } } },
      /is not a Pact broker\. It answered: \{\}/,
    ],
    ["refuses the list", { instead: { "POST /for/lead-api": { status: 404, text: "?" } } }, /404/],
    ["loses a pact", { instead: { "GET /pact/0": { status: 500, text: "gone" } } }, /500: gone/],
    ["has no pact there", { instead: { "GET /pact/0": { json: {} } } }, /pact\/0 is not a pact/],
    ["takes no results", { takesResults: false }, /pact\/0 does not accept results\./],
    [
      "knows no branches",
      { hasBranches: false },
      /does not support branches\. Omit --provider-branch/,
    ],
    [
      "refuses results",
      { instead: { "POST /pact/0/results": { status: 500, text: "full" } } },
      /POST .*\/pact\/0\/results was answered 500: full/,
    ],
  ])("makes verify exit 2 with one sentence when it %s", async (_title, settings, sentence) => {
    const broker = await standInBroker({ pacts, ...settings });
    const branch = ["--provider-branch", "main"];
    const { code, stderr } = await runVerify([broker.url, ...publish, ...fast, ...branch]);
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/^lead-sandbox: /);
    expect(code).toBe(2);
  });

  it("makes verify exit 2 with one sentence when no server listens", async () => {
    const { code, stderr } = await runVerify(["http://127.0.0.1:1/"]);
    expect(stderr).toMatch(/^lead-sandbox: http:\/\/127\.0\.0\.1:1\/ cannot be read: .+\n$/);
    expect(code).toBe(2);
  });
});

function result(success: boolean) {
  return {
    success,
    providerApplicationVersion: "1.2.3",
    verifiedBy: { implementation: "lead-sandbox" },
  };
}
