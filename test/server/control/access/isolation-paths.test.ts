import { describe, expect, it } from "vitest";

import { text } from "../../../support/reply.ts";
import { listeningSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";
import { control, isolated, sender } from "./isolated.ts";
import { rawRequest } from "./raw-request.ts";

/** Spellings of a path to the workspace `other` or to the server, from below `mine`. */
const spellings = [
  "/_sandbox/workspaces/mine/../other/leads",
  "/_sandbox/workspaces/mine/%2e%2e/other/leads",
  "/_sandbox/workspaces/mine/%2E%2E/other/leads",
  "/_sandbox/workspaces/mine/..%2fother/leads",
  "/_sandbox/workspaces/mine/%252e%252e/other/leads",
  "/_sandbox/workspaces/mine%2f..%2fother/leads",
  "/_sandbox/workspaces/mine/..;/other/leads",
  "/_sandbox/workspaces/mine\\..\\other/leads",
  "/_sandbox/workspaces//mine/../other/leads",
  "/_sandbox//workspaces/other/leads",
  "/_sandbox/workspaces//other/leads",
  "/_sandbox/workspaces/oth%65r/leads",
  "/_sandbox/workspaces/oth%2565r/leads",
  "/_sandbox/work%73paces/other/leads",
  "/%5fsandbox/workspaces/other/leads",
  "//_sandbox/workspaces/other/leads",
  "/_sandbox/workspaces/OTHER/leads",
  "/_SANDBOX/workspaces/other/leads",
  "/_sandbox/workspaces/mine/../../workspaces",
  "/_sandbox/workspaces/mine/../../metrics",
  "/_sandbox/workspaces/mine/%2e%2e/%2e%2e/metrics",
  "/_sandbox/rules/../metrics",
  "/_sandbox/rules/%2e%2e/workspaces",
  "/_sandbox/session/../workspaces/other",
  "/_sandbox/workspaces/other/mcp",
  "/_sandbox/workspaces/other/mailpit/api/v1/messages",
  "/_sandbox/workspaces/mine/../other/mailpit/api/v1/messages",
  "/_sandbox/workspaces/mine/mailpit/../../other/leads",
  "/_sandbox/mailpit/api/v1/messages",
  "/_sandbox/mcp",
  "/_sandbox/health",
  "/_sandbox/metrics",
  "/_sandbox/workspaces",
  "/_sandbox/workspaces/",
  "/_sandbox/leads",
  "/_sandbox/workspaces/default/leads",
  "http://127.0.0.1/_sandbox/workspaces/other/leads",
];

describe.skipIf(isRemote)("a path of other spelling", () => {
  it("opens nothing with the token of another workspace, nor with the control token", async () => {
    const { sandbox, url } = await listeningSandbox(isolated);
    const send = sender(sandbox);
    const make = async (id: string): Promise<string> =>
      text(await send("POST", "/_sandbox/workspaces", control, { id }), "data.token");
    const [mine, other] = [await make("mine"), await make("other")];
    await send("POST", "/_sandbox/workspaces/other/firms", other, {
      id: "S3cretF1",
      name: "Secret",
      firmType: "Partner",
    });
    for (const path of spellings) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await rawRequest(url, path, { token: mine });
      expect(`${path} ${reply.status}`).not.toMatch(/ 2\d\d$/);
      expect(reply.body).not.toMatch(/lead_sandbox_|uptimeMs|S3cretF1|LeadHPa1/);
    }
    for (const path of spellings.filter((one) => /oth|OTH/.test(one))) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const reply = await rawRequest(url, path, { token: control });
      expect(`${path} ${reply.status}`).not.toMatch(/ 2\d\d$/);
      expect(reply.body).not.toContain("LeadHPa1");
    }
  });
});
