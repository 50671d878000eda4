import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { recordedHar } from "../../harness/check-har/recorded.ts";
import { archive, entry, lead } from "../../harness/traffic/written.ts";
import { runHere, startReady, temporaryFile, temporaryFolder } from "./program.ts";

const page = {
  data: [lead()],
  meta: { total: 1, count: 1, offset: 0, limit: 20 },
};
const leads = "https://api.partner.example.com/v1/firms/F1rmF1rm/leads";

function recording(...entries: readonly object[]): string {
  return temporaryFile("traffic.har", archive(entries));
}

describe("check-har", () => {
  it("exits 0 when every call is explained, and prints the report with --json", async () => {
    const file = recording(entry({ url: leads, answer: page }));
    const { code, stdout, stderr } = await runHere(["check-har", "--json", file]);
    expect(stderr).toContain("Every judged call is explained.");
    expect(JSON.parse(stdout)).toMatchObject({
      format: "lead-sandbox-har/1",
      calls: { judged: 1 },
    });
    expect(code).toBe(0);
  });

  it("exits 1 for a call that no choice explains, after it wrote its files", async () => {
    const refused = entry({ url: `${leads}?limit=5`, status: 404, answer: { message: "No" } });
    const file = recording(entry({ url: leads, answer: page }), refused);
    const out = join(temporaryFolder(), "out");
    const { code, stderr } = await runHere(["check-har", file, "--out", out]);
    expect(stderr).toContain("UNEXPLAINED  1 call");
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(join(out, "report.json"), "utf8")).unexplained).toHaveLength(1);
  });

  it("exits 1 for a documented rule that is denied", async () => {
    const moved = await recordedHar(
      { "state.convert": "updated-at-moves" },
      async ({ api, client, advance }) => {
        await api("GET", "/v1/leads/LeadHPa1");
        await advance("PT1M");
        await client.leads.convert("LeadHPa1");
        await advance("PT1M");
        await api("GET", "/v1/leads/LeadHPa1?scope=withDeleted");
      },
    );
    const { code, stderr } = await runHere(["check-har", temporaryFile("a.har", moved)]);
    expect(stderr).toContain("DENIED  state.convert: updated-at-moves instead of updated-at-stays");
    expect(code).toBe(1);
  });

  it.each([
    [
      "no call of a Lead API",
      archive([entry({ url: "https://example.com/", requestHeaders: [] })]),
      "1 entry, which is not a call of a Lead API",
    ],
    ["no entry", archive([]), "The recording has no entry."],
    ["a cut file", archive([entry()]).slice(0, -30), "is cut off after entry"],
  ])("exits 2 for %s", async (_name, text, message) => {
    const { code, stderr } = await runHere(["check-har", temporaryFile("a.har", text)]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("writes a fixture and assumptions that the sandbox serves", async () => {
    const clamped = entry({
      url: `${leads}?limit=500`,
      answer: { ...page, meta: { ...page.meta, limit: 100 } },
    });
    const file = recording(entry({ url: leads, answer: page }), clamped);
    const out = temporaryFolder();
    await runHere(["check-har", file, "--out", out]);
    const { ready } = await startReady([
      "--fixture",
      join(out, "world.json"),
      "--assumptions",
      join(out, "assumptions.json"),
    ]);
    const keys: unknown = await (await fetch(`${ready.control}/api-keys`)).json();
    const [, key = ""] = /"key":"([^"]+)"/.exec(JSON.stringify(keys)) ?? [];
    const answer = await fetch(`${ready.url}/v1/firms/F1rmF1rm/leads?limit=500`, {
      headers: { "x-api-key": key },
    });
    expect(await answer.json()).toMatchObject({
      data: [{ id: "Ab3dE6gH", email: "person1@example.com" }],
      meta: { total: 1, limit: 100 },
    });
  });

  it("writes the same document as JSON, as Markdown, as a page, and its calls as JUnit", async () => {
    const out = temporaryFolder();
    const file = recording(entry({ url: leads, answer: page }), entry({ url: `${leads}/` }));
    const { code } = await runHere(["check-har", file, "--out", out]);
    const [json, markdown, html, junit] = ["json", "md", "html", "xml"].map((form) =>
      readFileSync(join(out, `report.${form}`), "utf8"),
    );
    const { document }: { document: unknown } = JSON.parse(json ?? "");
    expect(document).toMatchObject({ title: "check-har: 1 unexplained call" });
    expect(markdown).toMatch(/^# check-har: 1 unexplained call\n/);
    expect(html).toContain("<h1>check-har: 1 unexplained call</h1>");
    expect(junit).toMatch(/<testsuite name="check-har" tests="\d+" failures="1"/);
    expect(code).toBe(1);
  });

  it("overwrites the files of an earlier run", async () => {
    const out = temporaryFolder();
    writeFileSync(join(out, "report.json"), "{}");
    await runHere(["check-har", recording(entry({ url: leads, answer: page })), "--out", out]);
    expect(readFileSync(join(out, "report.json"), "utf8")).toContain("lead-sandbox-har/1");
  });
});
