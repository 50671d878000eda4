/** Options of explore for announced changes, with clients that run in this process. */
import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import packageJson from "../../../package.json" with { type: "json" };
import { bundleOf } from "../../../src/harness/explore/bundle/bundle-of.ts";
import { replay } from "../../../src/harness/explore/bundle/replay.ts";
import { mergedReport } from "../../../src/harness/explore/report/merge.ts";
import { problemMessage } from "../../../src/harness/explore/report/problem.ts";
import { readNextInterface } from "../../../src/harness/next/next-interface.ts";
import {
  creates,
  emails,
  explored,
  lead,
  ownDocument,
  send,
  strict,
} from "./explored-announced.ts";
import type { Client } from "./explored-in-process.ts";
import { inProcessSettings } from "./explored-in-process.ts";

const created = "status:201→200";
const required = "field-required:Lead.referralCode";
const refused = "status:422→400";
const list = [created, required, refused].map((id) => `- ${id}\n`).join("");

const randomEmails = () => emails.map(() => `${randomUUID()}@example.com`);
const randomly = (accepts: (status: number) => boolean) => creates(accepts, randomEmails);

const reads =
  (limit: number): Client =>
  async (variables) =>
    (await send(variables, "GET", undefined, `?limit=${limit}`)).status === 200 ? 0 : 1;
const [readsFour, readsFive] = [reads(4), reads(5)];

/** Sends one request with a wrong key, and wants 401. */
const wrongKey: Client = async (variables) => {
  const wrong = { ...variables, LEAD_API_KEY: "99999999-9999-4999-8999-999999999999" };
  const { status } = await send(wrong, "POST", { ...lead, email: "nora.field@example.com" });
  return status === 401 ? 0 : 1;
};

describe("a client with random data, under announced changes", () => {
  it("is not judged unless --allow-nondeterminism allows it, and each change says so", async () => {
    const { report, verdicts, text } = await explored(
      randomly((status) => status === 201),
      list,
      {},
      { messageOf: problemMessage },
    );
    expect(report).toMatchObject({ findings: [], problem: { kind: "differs" } });
    expect(verdicts.map(([, verdict]) => verdict)).toEqual(["unknown", "unknown", "unknown"]);
    expect(report.next?.changes.map(({ why }) => why)).toContain("No trial ran.");
    expect(text.replaceAll(/\s+/g, " ")).toContain("or pass --allow-nondeterminism.");
  });

  it("has the verdicts of a steady client then, but no refusal of a person can be provoked", async () => {
    const allowed = { allowNondeterminism: true };
    const wants201 = await explored(
      randomly((status) => status === 201),
      list,
      allowed,
    );
    expect(wants201.verdicts).toEqual([
      [created, "breaks"],
      [required, "breaks"],
      [refused, "not-reached"],
    ]);
    const tolerant = await explored(
      randomly((status) => status < 300),
      `- ${created}\n- ${refused}\n`,
      allowed,
    );
    expect(tolerant.report.findings).toEqual([]);
    expect(tolerant.text).toContain("Not met in the trial");
  });
});

describe("the options of explore, under announced changes", () => {
  it("accept the ids of changes", async () => {
    const acceptance = { reason: "known, ticket 123", expires: "2027-03-01" };
    const { report } = await explored(
      strict,
      list,
      {},
      {
        acceptedIds: [created, required, "status:204→200"],
        acceptedFor: (ids) => (ids.includes(created) || ids.includes(required) ? acceptance : null),
      },
    );
    expect(report.findings.map((finding) => finding.acceptance)).toEqual([acceptance, acceptance]);
    expect(report.findings.map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^Lead\.referralCode is required; the client/),
    );
    expect(report.summary).toMatchObject({ findings: 0, accepted: 2 });
    expect(report.unmatchedAccepted).toEqual(["status:204→200"]);
  });

  it("divide the changes among shards, each of which tries its own", async () => {
    const parts = [];
    for (const part of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- one machine after the other
      const { report } = await explored(strict, list, { shard: { part, of: 2 } });
      parts.push({ name: `part-${part}`, report });
    }
    const tried = parts.flatMap(({ report }) =>
      (report.next?.changes ?? []).filter(({ trials }) => trials.length > 0).map(({ id }) => id),
    );
    expect(tried.toSorted()).toEqual([created, required, refused].toSorted());
    const [first, ...others] = parts;
    if (first === undefined) throw new Error("No shard.");
    const whole = await explored(strict, list);
    const merged = mergedReport([first, ...others], { partial: false, minExplored: "core" });
    expect(merged.next?.changes.map(({ id, verdict }) => [id, verdict])).toEqual(whole.verdicts);
  });

  it("leave out what --budget has no time for, and say so", async () => {
    const budgetMs = 1_500;
    const run = { number: 0, endsAt: 0 };
    const slowUnderChanges: Client = async (variables) => {
      run.number += 1;
      if (run.number === 3) run.endsAt = performance.now() + budgetMs;
      // oxlint-disable-next-line no-await-in-loop -- the time of a run
      while (performance.now() < run.endsAt) await send(variables, "GET");
      return strict(variables);
    };
    const { report, verdicts, text } = await explored(slowUnderChanges, list, {
      budgetMs,
      jobs: 1,
    });
    expect(verdicts.map(([, verdict]) => verdict)).toEqual(["unknown", "unknown", "unknown"]);
    expect(report.leftOut.length).toBeGreaterThan(0);
    // Which ends with 3.
    expect(report.problem?.kind).toBe("too-little-tested");
    expect(text).toContain("--budget");
  });

  it("replay the list of a bundle without the document", async () => {
    const renamed = '{ id: "parameter-values:query.limit", schema: { type: integer, maximum: 4 } }';
    const { exploration, settings } = await explored(readsFive, `- ${renamed}\n`);
    const found = exploration.judged.find(({ verdict }) => verdict === "breaks");
    if (found === undefined || found.observation === null) throw new Error("No finding.");
    const { planned, observation } = found;
    const bundle = bundleOf(
      { planned, judgement: found, observation },
      {
        version: packageJson.version,
        command: settings.command,
        config: settings.config,
        world: null,
        startsAt: settings.startsAt,
        settings: { rerun: false, results: null, timeoutMs: null, env: null },
        keepsData: false,
        words: new Set(),
      },
    );
    const changes = bundle.variation?.announced?.changes ?? [];
    expect(changes).toEqual([
      { id: "parameter-values:query.limit", schema: { type: "integer", maximum: 4 } },
    ]);
    const text = changes.map((one) => JSON.stringify(one)).join("\n");
    const announced = readNextInterface(await ownDocument(), {
      name: "The list in the bundle",
      text,
    });
    const again = (client: Client) => replay(bundle, inProcessSettings(client, { announced }));
    expect(await again(readsFive)).toMatchObject({ shows: true, judgement: { verdict: "breaks" } });
    expect(await again(readsFour)).toMatchObject({ shows: false });
  });

  it("refuse a wrong key before what a change refuses", async () => {
    const { verdicts, report } = await explored(wrongKey, `- ${required}\n- status:401→403\n`);
    expect(report.findings.map(({ variation }) => variation.id)).toEqual(["next:status:401→403"]);
    expect(verdicts).toEqual([
      [required, "not-reached"],
      ["status:401→403", "breaks"],
    ]);
  });
});
