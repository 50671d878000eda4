/**
 * Fails a test of `test/domain/rules` whose title names a rule that its sandboxes did not cite. A test
 * titled `uncited` fails when they cited the rule.
 */
import { afterEach } from "vitest";

import { newSandboxClient } from "../../src/library/client/index.ts";
import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import { sandboxesOfTest } from "./sandbox.ts";

/** `lead.unique: …`, or `lead.email.case [exact]: …` for a workspace that uses that alternative. */
const named = /^(uncited )?([a-z][\w-]*(?:\.[\w-]+)+)(?: \[([^\]]*)\])?: /;

afterEach(async ({ task }) => {
  const [, uncited, rule = "", alternative] = named.exec(task.name) ?? [];
  if (rule === "" || !task.file.name.startsWith("test/domain/rules/")) return;
  const standings = (await Promise.all(sandboxesOfTest().map(standingsOf(rule)))).flat();
  const counts = standings
    .filter(({ choice }) => alternative === undefined || choice === alternative)
    .map(({ count }) => count);
  if (counts.length === 0) throw new Error(`The test does not try ${rule}.`);
  const isShown = counts.some((count) => count > 0);
  if (isShown && uncited !== undefined) throw new Error(`The test shows ${rule}.`);
  if (!isShown && uncited === undefined) throw new Error(`The test does not show ${rule}.`);
});

/**
 * For each workspace of the test: how often responses cited the rule, and the alternative in force.
 */
function standingsOf(rule: string) {
  return async ({ fetch }: Sandbox) => {
    const client = newSandboxClient({ url: "http://127.0.0.1", fetch });
    const { data } = await client.workspaces.list();
    const standings = data.map(async ({ id }) => {
      const { rules } = await client.workspace(id).coverage();
      const choices = await client.workspace(id).assumptions.get();
      return { count: rules.find((one) => one.id === rule)?.count ?? 0, choice: choices[rule] };
    });
    return Promise.all(standings);
  };
}
