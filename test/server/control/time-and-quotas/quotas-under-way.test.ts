import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { stalledIn } from "../calls/stalled.ts";
import { opened, partnerKey } from "../opened.ts";

describe("a request in flight that quota.failed makes free", () => {
  it.each([
    { path: "use", body: { count: 3 }, usedLastHour: 3 },
    { path: "refill", body: undefined, usedLastHour: 0 },
  ])("uses no quota after quotas/$path (8)", async ({ path, body, usedLastHour }) => {
    const { sandbox, control } = await opened();
    await control("PUT", "/assumptions", { "quota.failed": "free" });
    await control("PUT", `/quotas/${partnerKey.id}`, { quotaPerHour: 100 });
    const taken = stalledIn(sandbox, "ada.active");
    expect((await control("POST", `/quotas/${partnerKey.id}/${path}`, body)).status).toBe(200);
    taken.finish();
    expect((await taken.reply).status).toBe(409);
    expect(at(await control("GET", "/quotas"), "data.0")).toMatchObject({ usedLastHour });
  });
});
