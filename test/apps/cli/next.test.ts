import { describe, expect, it } from "vitest";

import { runHere, start, startReady, temporaryFile } from "./program.ts";

const key = "11111111-1111-4111-8111-111111111111";
const changes = "- status:201→200\n- base-path:/v1→/v2\n";

/** A client of one version of the interface, which expects a status. */
function client(version: string, status: number): readonly string[] {
  const source = `
const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID } = process.env;
const answer = await fetch(LEAD_API_URL + "/${version}/firms/" + LEAD_API_FIRM_ID + "/leads", {
  method: "POST",
  headers: { "x-api-key": LEAD_API_KEY, "content-type": "application/json" },
  body: JSON.stringify({ email: "nora@example.com", firstName: "Nora", lastName: "North" }),
});
process.exitCode = answer.status === ${status} ? 0 : 9;
`;
  return [process.execPath, temporaryFile("client.mjs", source)];
}

describe("exec --next", () => {
  it("lets a client of the next interface pass, and one of the present interface fail", async () => {
    const next = ["exec", "--next", temporaryFile("changes.yaml", changes), "--"];
    expect(await start([...next, ...client("v2", 200)]).ended).toMatchObject({ code: 0 });
    expect(await start([...next, ...client("v1", 201)]).ended).toMatchObject({ code: 9 });
  });
});

describe("serve --next-from", () => {
  it("lives through the switch on the clock of the workspace", async () => {
    const list = temporaryFile("changes.yaml", changes);
    const { ready } = await startReady([
      "--next",
      list,
      "--next-from",
      "2027-03-01T00:00:00+01:00",
    ]);
    const control = async (path: string, method = "GET", body?: object) => {
      const init = { method, headers: { "content-type": "application/json" } };
      const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
      return (await fetch(`${ready.control}/${path}`, sent)).json();
    };
    const status = async (path: string) =>
      (await fetch(`${ready.url}${path}/leads/LeadHPa1`, { headers: { "x-api-key": key } })).status;
    await control("clock", "PUT", { mode: "frozen", now: "2027-02-28T22:30:00Z" });
    expect([await status("/v1"), await status("/v2")]).toEqual([200, 404]);
    await control("clock/advance", "POST", { by: "PT1H" });
    expect([await status("/v1"), await status("/v2")]).toEqual([404, 200]);
    expect(await control("next")).toMatchObject({
      data: { from: "2027-02-28T23:00:00.000Z", inForce: true },
    });
  });
});

describe("usage errors of --next", () => {
  it.each([
    [
      "a line that names no change",
      '- moved:"GET /lead/{id}"→"GET /x"\n',
      [],
      "line 1: Unknown subject of moved",
    ],
    ["an unknown kind", "- field-renamd:Lead.phone→x\n", [], "The nearest is field-renamed."],
    [
      "a time without a zone",
      changes,
      ["--next-from", "2027-03-01T00:00:00"],
      "Expected a time such as",
    ],
    ["a time that is none", changes, ["--next-from", "soon"], "Expected a time such as"],
    [
      "another document",
      "openapi: 3.1.0\ninfo: {}\npaths: { /pets: {} }\n",
      [],
      "is of another API",
    ],
  ])("serve ends with 2 for %s", async (_title, content, more, sentence) => {
    const list = temporaryFile("changes.yaml", content);
    const { code, stderr } = await runHere(["serve", "--port", "0", "--next", list, ...more]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  });

  it.each([
    [["serve", "--from", "a.json"], "--from requires --next."],
    [["serve", "--next-from", "2027-03-01T00:00:00Z"], "--next-from requires --next."],
    [["exec", "--from", "a.json", "--", "true"], "--from requires --next."],
    [["exec", "--next", "a.yaml", "--url", "http://127.0.0.1:9", "--", "true"], "--next"],
    [["exec", "--next", "a.yaml", "--bundle", "/tmp/b.json", "--", "true"], "Use explore --next"],
    [["simulate", "--next", "a.yaml", "--", "true"], "unknown option '--next'"],
    [["assess", "--next", "a.yaml", "--", "true"], "unknown option '--next'"],
    [["record", "--out", "a.json", "--next", "a.yaml"], "unknown option '--next'"],
  ])("%j ends with 2", async (args, sentence) => {
    const { code, stderr } = await runHere(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  });
});
