import { describe, expect, it } from "vitest";

import { runVerify } from "../apps/cli/verify-run.ts";
import { isRemote } from "../support/target.ts";
import { pactOf } from "./pacts.ts";
import { standInBroker } from "./stand-in-broker.ts";

const fits = pactOf([{ description: "reads" }], "good-client");
const fails = pactOf([{ description: "reads", status: 404 }], "bad-client");

/** The static check takes longer than what most of these tests are about. */
const fast = ["--no-static"];

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("verify with a broker", () => {
  it("verifies the pacts that the broker selects", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fits }, { pact: fails }] });
    const { code, stdout } = await runVerify([broker.url, ...fast]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${broker.url}/pact/0: good-client with lead-api\n  ok    reads`);
    expect(stdout).toContain(`${broker.url}/pact/1: bad-client with lead-api\n  FAIL  reads`);
  });

  it("sends the usual broker request: for HAL, with selectors, pending, work in progress and branch", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fits }] });
    const selectors = ["--selector", '{"mainBranch":true}', "--selector", '{"deployed":true}'];
    const wip = ["--include-wip-since", "2026-01-01", "--provider-branch", "main"];
    await runVerify([broker.url, ...fast, ...selectors, "--enable-pending", ...wip]);
    expect(broker.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /",
      "POST /for/lead-api",
      "GET /pact/0",
    ]);
    expect(broker.asked[0]?.accept).toContain("application/hal+json");
    expect(broker.asked[1]?.body).toEqual({
      consumerVersionSelectors: [{ mainBranch: true }, { deployed: true }],
      includePendingStatus: true,
      includeWipPactsSince: "2026-01-01",
      providerVersionBranch: "main",
    });
  });

  it("sends no options that were not requested", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fits }] });
    await runVerify([broker.url, ...fast]);
    expect(broker.asked[1]?.body).toEqual({
      consumerVersionSelectors: [],
      includePendingStatus: false,
    });
  });

  it("requests pacts by the provider's name in the broker", async () => {
    const broker = await standInBroker({ pacts: [] });
    await runVerify([broker.url, "--provider", "Lead API / v1"]);
    expect(broker.asked[1]?.path).toBe("/for/Lead%20API%20%2F%20v1");
  });

  it.each([
    ["the flag", ["--broker-token", "s3cret"], {}],
    ["the variable", [], { PACT_BROKER_TOKEN: "s3cret" }],
    ["the flag before the variable", ["--broker-token", "s3cret"], { PACT_BROKER_TOKEN: "old" }],
  ])(
    "sends the token of %s with every request to the broker",
    async (_title, args, environment) => {
      const broker = await standInBroker({ pacts: [{ pact: fits }], token: "s3cret" });
      const publish = ["--publish", "--provider-version", "1.2.3", "--provider-branch", "main"];
      const { code, stderr } = await runVerify(
        [broker.url, ...fast, ...publish, ...args],
        environment,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const tokens = new Set(broker.asked.map(({ authorization }) => authorization));
      expect(tokens).toEqual(new Set(["Bearer s3cret"]));
    },
  );

  it("sends the token only to the server of the first URL, never to another URL or a linked server", async () => {
    const other = await standInBroker({ pacts: [{ pact: fits }, { pact: fits }] });
    const elsewhere = {
      _embedded: { pacts: [{ _links: { self: { href: `${other.url}/pact/0` } } }] },
    };
    const instead = { "POST /for/lead-api": { json: elsewhere } };
    const broker = await standInBroker({ pacts: [], token: "s3cret", instead });
    const sources = [broker.url, `${other.url}/pact/1`];
    const publish = ["--publish", "--provider-version", "1"];
    const token = ["--broker-token", "s3cret"];
    const { code, stderr } = await runVerify([...sources, ...fast, ...publish, ...token]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(
      other.asked.map(({ path, authorization }) => `${path} ${authorization}`).toSorted(),
    ).toEqual(["/pact/0 undefined", "/pact/0/results undefined", "/pact/1 undefined"]);
  });

  it("names the server that gets the token when another server requires it", async () => {
    const other = await standInBroker({ pacts: [{ pact: fits }], token: "s3cret" });
    const broker = await standInBroker({ pacts: [{ pact: fits }], token: "s3cret" });
    const args = [broker.url, `${other.url}/pact/0`, "--broker-token", "s3cret"];
    const { code, stderr } = await runVerify(args);
    expect(code).toBe(2);
    expect(stderr).toContain(`--broker-token goes to ${broker.url} alone`);
  });

  it("passes when a pending pact fails, and reports the failure", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fails, pending: true }, { pact: fits }] });
    const { code, stdout } = await runVerify([broker.url, ...fast, "--enable-pending"]);
    expect(code).toBe(0);
    expect(stdout).toContain("wait  reads");
    expect(stdout).toContain("Passed: 1 of 2 interactions match, 1 pending ones do not");
  });

  it("passes when only the static check finds a mismatch in a pending pact", async () => {
    const odd = pactOf([{ description: "reads", path: "/v1/nothing", key: null, status: 401 }]);
    const broker = await standInBroker({ pacts: [{ pact: odd, pending: true }] });
    const { code, stdout } = await runVerify([broker.url]);
    expect(stdout).toContain("FAIL  reads: Path or method not defined in spec file");
    expect(code).toBe(0);
  });

  it("fails when the broker has no pact, published or not", async () => {
    const broker = await standInBroker({ pacts: [] });
    const { code, stdout } = await runVerify([broker.url]);
    expect(code).toBe(1);
    expect(stdout).toContain("Nothing was verified");
    const publish = ["--publish", "--provider-version", "1"];
    expect((await runVerify([broker.url, ...publish])).code).toBe(1);
  });

  it("accepts the URL of a single pact", async () => {
    const broker = await standInBroker({ pacts: [{ pact: fits }] });
    expect(await runVerify([`${broker.url}/pact/0`, ...fast])).toMatchObject({
      code: 0,
      stderr: "",
    });
  });
});
