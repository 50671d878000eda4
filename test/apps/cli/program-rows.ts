import { expect } from "vitest";

import packageJson from "../../../package.json" with { type: "json" };
import type { CommandRow } from "./command-row.ts";

const now = "2026-03-02T09:00:00.000Z";

/** The commands for workspaces and for the program itself. */
export const aboutWorkspacesAndTheProgram: readonly CommandRow[] = [
  {
    command: "workspaces list",
    line: "workspaces list",
    text: ({ id }) =>
      expect.stringMatching(
        new RegExp(`^id .*\ndefault .*\n(?:.*\n)*${id} +default +1 +${now} +PT\\d+S\n`),
      ),
    json: () => expect.arrayContaining([expect.objectContaining({ id: "default" })]),
  },
  {
    command: "workspaces create",
    line: "workspaces create --id {workspace}-made --label nightly --owner team --fixture default --seed 7 --now 2026-01-05T09:00:00Z --quota 100 --ttl 10m",
    text: ({ id }) =>
      expect.stringMatching(
        new RegExp(`^Workspace ${id}-made\nfirm +key +for\nHarb0rPt +[\\w-]{36} +`),
      ),
    json: ({ id }) => ({
      id: `${id}-made`,
      label: "nightly",
      owner: "team",
      seed: 7,
      clock: { now: "2026-01-05T09:00:00.000Z", mode: "frozen" },
    }),
  },
  {
    command: "workspaces drop",
    line: "workspaces drop {workspace}",
    text: ({ id }) => `Dropped workspace ${id}.\n`,
    json: ({ id }) => ({ id }),
  },
  {
    command: "kit",
    line: "kit",
    text: () =>
      expect.stringMatching(/^kit +file +test runners\npython +lead_sandbox\.py +pytest\n/),
    json: () => expect.objectContaining({ python: { file: "lead_sandbox.py", runner: "pytest" } }),
  },
  {
    command: "kit",
    line: "kit shell",
    text: () => expect.stringMatching(/^# lead-sandbox kit for bats, version \d+\.\d+\.\d+; /),
    json: () => ({ name: "shell", file: "lead_sandbox.bash", runner: "bats" }),
  },
  {
    command: "rules",
    line: "rules --standing documented",
    text: () =>
      expect.stringMatching(
        /^rule +standing +what it says\nhttp\.json +documented +Bodies are JSON/,
      ),
    json: () => expect.arrayContaining([expect.objectContaining({ id: "http.json" })]),
  },
  {
    command: "rules",
    line: "rules lead.unique.deleted",
    text: () =>
      expect.stringMatching(
        /^lead\.unique\.deleted\n.+\nassumed; clause 2\.1\ndefault: .+\nalternatives: .+\n$/,
      ),
    json: () => ({ id: "lead.unique.deleted", standing: "assumed" }),
  },
  {
    command: "version",
    line: "version",
    text: () => expect.stringMatching(/^lead-sandbox \d+\.\d+\.\d+ \(Node \d+\.\d+\.\d+\)\n$/),
    json: () => ({ version: packageJson.version, node: process.versions.node }),
  },
];
