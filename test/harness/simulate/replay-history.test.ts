/** A replay of a history says that a finding is gone only if it could have shown. */
import { globSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { runHere, temporaryFile } from "../../apps/cli/program.ts";
import { historyBundle, historyOptions } from "./history-bundles.ts";

const calling =
  'curl -s -o "$LEAD_SANDBOX_STATE/answer" -H "x-api-key: $LEAD_API_KEY" "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads"';
const client = ["sh", "-c", calling];
const hasFakeTime = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1").length > 0;

const created = { id: "create1", kind: "create", lead: "create1", tick: 1, gap: 0 };

describe("replay of a history", () => {
  it.each([
    ["1 if it shows", { events: [created] }, 1, "shows", "ticks"],
    ["0 if it is gone", {}, 0, "gone", "1 tick."],
    [
      "3 without the ledger",
      { ledger: () => "no-such.json" },
      3,
      "invalid",
      "there is no file no-such.json",
    ],
    ["3 with the ledger of another world", { leads: 1 }, 3, "invalid", "does not agree"],
    ["3 without a call", { command: ["true"] }, 3, "invalid", "made no call"],
    ["3 if the command fails", { command: ["false"] }, 3, "invalid", "The command fails (tick"],
  ] as const)("%s", async (_name, given, code, result, reason) => {
    const { leads, events, ledger, command } = { ...usual, ...given };
    const bundle = historyBundle({ leads, events }, client);
    const args = ["replay", bundle, "--ledger", ledger(), "--json", "--", ...command];
    const ended = await runHere(args);
    expect({ code: ended.code, printed: JSON.parse(ended.stdout) }).toMatchObject({
      code,
      printed: {
        kind: "history",
        finding: "missing",
        result,
        reason: expect.stringContaining(reason),
      },
    });
    expect(ended.stderr).toContain(reason);
  });
});

describe("replay of a history with options", () => {
  const events = [created];

  it("waits until a difference counts, however late that is", async () => {
    const options = { ...historyOptions, freshWithin: 15 * historyOptions.every };
    const bundle = historyBundle({ leads: 0, events }, client, { options });
    const ended = await runHere(["replay", bundle, "--ledger", usual.ledger(), "--", ...client]);
    expect(ended).toMatchObject({ code: 1 });
  });

  it("gives a tick the time that it had", async () => {
    const options = { ...historyOptions, timeout: 400 };
    const bundle = historyBundle({ leads: 0, events: [] }, client, { options });
    const slow = ["sh", "-c", `sleep 30; ${calling}`];
    const ended = await runHere(["replay", bundle, "--ledger", usual.ledger(), "--", ...slow]);
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining("The command fails") });
  });

  it.skipIf(!hasFakeTime && process.env["LEAD_SANDBOX_TEST_CLOCKS"] !== "required").each([
    ["faketime", 0],
    ["variables", 3],
  ])(
    `gives the job the clock that it had: %s${hasFakeTime ? "" : ", left out here: no libfaketime"}`,
    async (clock, code) => {
      const options = { ...historyOptions, clock };
      const bundle = historyBundle({ leads: 0, events: [] }, client, { options });
      const punctual = ["sh", "-c", `[ "$(date -u +%Y-%m)" = 2026-03 ] || exit 1; ${calling}`];
      const ended = await runHere([
        "replay",
        bundle,
        "--ledger",
        usual.ledger(),
        "--",
        ...punctual,
      ]);
      expect(ended).toMatchObject({ code });
    },
  );

  it("catches the calls of a client with the host in its code", async () => {
    const fixed = calling.replace("$LEAD_API_URL", "https://leads.lender.example");
    const command = ["sh", "-c", fixed];
    const bundle = historyBundle({ leads: 0, events }, command);
    const args = ["replay", bundle, "--intercept", "leads.lender.example"];
    const ended = await runHere([...args, "--ledger", usual.ledger(), "--", ...command]);
    expect(ended).toMatchObject({ code: 1 });
  });
});

const usual = {
  leads: 0,
  events: [],
  ledger: () => temporaryFile("ledger.json", "[]"),
  command: client,
};
