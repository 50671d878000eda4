/** Bundles of earlier versions open, replay and serve. Commit 2e9db835 wrote the samples. */
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import * as z from "zod";

import { key, whileServed } from "../../harness/explore/bundled.ts";
import { runHere, temporaryFile } from "./program.ts";

const folder = join(import.meta.dirname, "bundles-of-earlier-versions");
const [exploration, history] = ["exploration", "history"].map((name) =>
  join(folder, `${name}.json`),
);

/** The client of the exploration: it claims success, whatever the answer is. */
const creates = `curl -s -m 1 -o /dev/null -H "x-api-key: $LEAD_API_KEY" -H "content-type: application/json" -d '{"firstName":"Maya","lastName":"Lind","email":"maya@example.com","phone":"+14155550101"}' "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads" || true`;

/** A job that reads its Leads and stores nothing. */
const reads = `curl -s -o /dev/null -H "x-api-key: $LEAD_API_KEY" "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads"`;

async function emailsAt(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/v1/leads`, { headers: { "x-api-key": key } });
  const { data } = z
    .object({ data: z.array(z.looseObject({ email: z.string() })) })
    .parse(await answer.json());
  return data.map(({ email }) => email);
}

describe("a bundle of an exploration of an earlier version", () => {
  const file = exploration ?? "";

  it("replays: 1 while the client claims success, 0 once it reports the failure", async () => {
    const shows = await runHere(["replay", file, "--", "sh", "-c", creates]);
    expect(shows).toMatchObject({ code: 1 });
    const gone = await runHere([
      "replay",
      file,
      "--",
      "sh",
      "-c",
      creates.replace("-s -m 1", "-sf").replace(" || true", ""),
    ]);
    expect(gone).toMatchObject({ code: 0 });
  });

  it("serves the world before the varied call", async () => {
    expect(await whileServed([file], emailsAt)).not.toContain("maya@example.com");
  });
});

describe("a bundle of a history of an earlier version", () => {
  const file = history ?? "";

  it("replays: 1 while the ledger lacks the created Lead", async () => {
    const ledger = temporaryFile("ledger.json", "[]");
    const args = ["replay", file, "--ledger", ledger, "--", "sh", "-c", reads];
    const ended = await runHere(args);
    expect(ended).toMatchObject({ code: 1 });
  });

  it("serves the world after the last event", async () => {
    expect(await whileServed([file], emailsAt)).toHaveLength(2);
  });
});
