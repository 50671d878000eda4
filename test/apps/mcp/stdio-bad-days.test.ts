/** A caller that floods, and a sandbox that changes its token. */
import { expect, it } from "vitest";

import { mapped } from "../../support/mapped.ts";
import { listeningSandbox } from "../../support/sandbox.ts";
import { agentOver } from "./agent-over-stdio.ts";
import { agentAt, eras, list, string } from "./agent.ts";

it.each(eras)(
  "a flood gets an answer for each call, and the connection goes on, in %s",
  async (era) => {
    const { url } = await listeningSandbox();
    const agent = await agentOver(["--url", url], era);
    const { workspace } = await agentAt(agent);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => agent.call("what_happened", { workspace })),
    );
    const refused = answers.filter(({ isError }) => isError);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(answers.length);
    for (const { data } of refused) {
      expect(string(data["error"])).toContain("4 calls are already running");
      expect(data["next"]).toStrictEqual([{ tool: "what_happened", arguments: { workspace } }]);
    }
    expect((await agent.call("what_happened", { workspace })).isError).toBe(false);
  },
);

it("says that the token is no longer right, and shows none", async () => {
  const before = await listeningSandbox({ controlToken: "the-token-before" });
  let { url } = before;
  const port = await mapped(() => url);
  const at = ["--url", `http://127.0.0.1:${port}`, "--token", "the-token-before"];
  const agent = await agentOver(at, "2026-07-28");
  const { workspace } = await agentAt(agent);
  await before.close();
  ({ url } = await listeningSandbox({ controlToken: "the-token-after" }));
  // Calls on a connection to the first sandbox still find that it is gone.
  const errorOf = async () =>
    string((await agent.call("what_happened", { workspace })).data["error"]);
  await expect.poll(errorOf, { timeout: 10_000 }).toContain("does not accept");
  for (const tool of ["what_happened", "show", "reset", "new_workspace"]) {
    const given = {
      ...(tool === "new_workspace" ? {} : { workspace }),
      ...(tool === "show" ? { what: "leads" } : {}),
      ...(tool === "reset" ? { what: "all" } : {}),
    };
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const { isError, data, text } = await agent.call(tool, given);
    expect({ text, isError }).toStrictEqual({ text, isError: true });
    expect(string(data["error"])).toContain("does not accept the control token");
    expect(list(data["next"])).toStrictEqual([]);
    expect(text).not.toMatch(/the-token/);
  }
});
