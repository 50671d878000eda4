/** The request before the first run, which no run shows. */
import { describe, expect, it } from "vitest";

import { runBaselines } from "../../../src/harness/explore/explore.ts";
import { warmUp } from "../../../src/harness/explore/run/warm-up.ts";
import { newSandboxClient } from "../../../src/library/client/index.ts";
import { inProcessSettings } from "./explored-in-process.ts";
import { config } from "./settings.ts";

describe("the first run of a command", () => {
  it("has the Leads, the mail and the requests of the command only", async () => {
    const seen: unknown[] = [];
    const settings = inProcessSettings(
      async ({ LEAD_API_URL: url = "", ...variables }) => {
        const headers = { "x-api-key": variables["LEAD_API_KEY"] ?? "" };
        const leads = `${url}/v1/firms/${variables["LEAD_API_FIRM_ID"]}/leads`;
        const { status } = await fetch(leads, { headers });
        const { emails, requests } = newSandboxClient({ url });
        seen.push(await Promise.all([emails.list(), requests.list()]));
        return status === 200 ? 0 : 1;
      },
      { config: config({ fixture: "empty" }) },
    );
    const found = await runBaselines(settings, { leftMs: () => Infinity });
    const made = expect.objectContaining({ data: [expect.objectContaining({ method: "GET" })] });
    const only = [expect.objectContaining({ data: [] }), made];
    expect(seen).toEqual([only, only]);
    expect("baseline" in found && found.baseline.worlds).toEqual([
      expect.objectContaining({ records: [] }),
    ]);
  });

  it("comes in a world without a Firm, too", async () => {
    const empty = { config: { ...config(), fixture: "given-1" }, worlds: [{}] };
    const settings = inProcessSettings(async () => 0, empty);
    await expect(warmUp(settings)).resolves.toBeUndefined();
  });
});
