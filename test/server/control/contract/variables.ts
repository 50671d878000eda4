import { expect } from "vitest";

import { at, replyOf } from "../../../support/reply.ts";
import { ids } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, asked, listening, record } from "./row.ts";

/** A Realty Firm first, so that the first Firm of a list is not that of the Partner key. */
const realtyFirst = {
  firms: [
    { id: "Realty01", name: "Realty", firmType: "Realty" },
    { id: "Partner1", name: "Partner", firmType: "Partner" },
    { id: "Partner2", name: "Other", firmType: "Partner" },
  ],
  firmMembers: [
    {
      id: "Member01",
      firmId: "Partner2",
      email: "m@partner.example",
      firstName: "M",
      lastName: "M",
      isOwner: false,
    },
    {
      id: "Owner001",
      firmId: "Partner2",
      email: "o@partner.example",
      firstName: "O",
      lastName: "O",
      isOwner: true,
    },
  ],
  apiKeys: [
    { id: "RealKey1", firmId: "Realty01", roleType: "Realtor", environment: "sandbox" },
    { id: "LiveKey1", firmId: "Partner1", roleType: "Partner", environment: "production" },
    { id: "PartKey1", firmId: "Partner2", roleType: "Partner", environment: "sandbox" },
  ],
} as const;

async function variablesAt(url: string): Promise<unknown> {
  const reply = await replyOf(await fetch(`${url}/_sandbox/workspaces/default`));
  return at(reply, "data.variables");
}

/** The environment variables of a client, which the answers about one workspace begin with. */
export const variables: readonly Row[] = [
  {
    call: "POST /_sandbox/workspaces",
    promise: "variables first: address, keys, Firm, member and referral code of the Partner key",
    async keeps(world) {
      const reply = answered(201, await world.server("POST", "/workspaces", { id: "vars" }));
      expect(reply.text).toMatch(/^\{"data":\{"variables":\{"LEAD_API_URL":"/);
      expect(at(reply, "data.variables")).toEqual({
        LEAD_API_URL: expect.stringMatching(/^https?:\/\/[^/]+$/),
        LEAD_API_KEY: at(reply, "data.firms.0.apiKeys.0.key"),
        LEAD_API_KEY_ID: "HPkeySbx",
        LEAD_API_REALTOR_KEY: at(reply, "data.firms.1.apiKeys.0.key"),
        LEAD_API_FIRM_ID: ids.partnerFirm,
        LEAD_API_MEMBER_ID: ids.partnerOwner,
        LEAD_API_REFERRAL_CODE: ids.partnerCode,
        LEAD_SANDBOX_CONTROL_URL: expect.stringMatching(/\/_sandbox$/),
        LEAD_SANDBOX_WORKSPACE: "vars",
      });
      answered(200, await world.server("DELETE", "/workspaces/vars"));
    },
  },
  {
    call: "PUT W/state",
    promise: "answers the variables, of the Firm that has the key; one without a record is absent",
    async keeps(world) {
      const put = answered(200, await world.control("PUT", "/state", realtyFirst));
      expect(at(put, "data.variables")).toMatchObject({
        LEAD_API_KEY_ID: "PartKey1",
        LEAD_API_FIRM_ID: "Partner2",
        LEAD_API_MEMBER_ID: "Owner001",
      });
      expect(at(put, "data.variables")).not.toHaveProperty("LEAD_API_REFERRAL_CODE");
      const none = answered(200, await world.control("PUT", "/state", {}));
      expect(Object.keys(record(none, "data.variables"))).toEqual([
        "LEAD_API_URL",
        "LEAD_SANDBOX_CONTROL_URL",
        "LEAD_SANDBOX_WORKSPACE",
      ]);
    },
  },
  {
    call: "POST W/reset",
    promise: "with Accept: text/plain, the variables as lines NAME=value; so do the others",
    async keeps(world) {
      const headers = { accept: "text/plain" };
      const of = (method: string, path: string) =>
        world.api(method, `/_sandbox/workspaces/${world.id}${path}`, { key: null, headers });
      const json = record(await world.server("GET", `/workspaces/${world.id}`), "data.variables");
      for (const [method, path] of [
        ["POST", "/reset"],
        ["GET", ""],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        const reply = answered(200, await of(method, path));
        expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
        const lines = reply.text.trimEnd().split("\n");
        const host = /^(LEAD_API_URL|LEAD_SANDBOX_CONTROL_URL)=/;
        const expected = Object.entries(json).map(([name, value]) => `${name}=${String(value)}`);
        expect(lines.filter((line) => !host.test(line))).toEqual(
          expected.filter((line) => !host.test(line)),
        );
      }
    },
  },
  {
    call: "GET /_sandbox/workspaces/{id}",
    promise: "the address in the variables is the one that the call was sent to",
    local: true,
    async keeps() {
      const url = await listening();
      const other = url.replace("127.0.0.1", "localhost");
      for (const base of [url, other]) {
        // oxlint-disable-next-line no-await-in-loop -- one address after the other
        expect(await variablesAt(base)).toMatchObject({
          LEAD_API_URL: base,
          LEAD_SANDBOX_CONTROL_URL: `${base}/_sandbox`,
        });
      }
      const named = { publicUrl: "https://leads.example.test/" };
      const reply = await asked("http://127.0.0.1/_sandbox/workspaces/default", {}, named);
      expect(at(reply, "data.variables")).toMatchObject({
        LEAD_API_URL: "https://leads.example.test",
      });
    },
  },
];
