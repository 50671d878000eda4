import { describe, expect, it } from "vitest";

import { at } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import { aLead } from "../store/samples.ts";
import { partnerKey } from "./contents.ts";
import { newLead, served } from "./served.ts";

const leadsPath = `/firms/${ids.partnerFirm}/leads`;

describe("a new Lead", () => {
  it("skips ids that imported Leads already have, and is counted once (lead.id.shape)", async () => {
    const sandbox = served();
    const workspace = sandbox.workspace();
    const { leads } = workspace.store();
    const number = leads.nextNumber();
    const idOf = (more: number): string => workspace.ids().of("lead", number + more);
    const owner = { firmId: ids.partnerFirm, resourceId: ids.partnerFirm };
    leads.insert(number, aLead(idOf(2), owner));
    leads.insert(number + 1, aLead(idOf(3), owner));
    const total = async (): Promise<unknown> =>
      at(await sandbox.api(partnerKey.key, "GET", leadsPath), "meta.total");
    const before = Number(await total());
    expect(await newLead(sandbox, partnerKey.key, "ann@example.com")).toBe(idOf(4));
    expect(await total()).toBe(before + 1);
    expect(leads.nextNumber()).toBe(number + 5);
  });
});
