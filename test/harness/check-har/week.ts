/** A first week of a client, with its mistakes: what a recording of it can settle. */
import type { Driver } from "./recorded.ts";
import { firm, member } from "./recorded.ts";

const leads = `/v1/firms/${firm}/leads`;

/** Drives the week. */
export async function week({ api, client, advance }: Driver): Promise<void> {
  const create = (email: string, more: object = {}) => api("POST", leads, person(email, more));
  await api("GET", leads);
  const withPlans = {
    clientData: { prefix: "Ms.", notes: "Call in May", Plans: [{ type: "Buying", name: "Condo" }] },
  };
  const maya = (await create("maya.moreau@example.com", withPlans)).json.data?.["id"] ?? "";
  await advance("PT1M");
  await create("maya.moreau@example.com");
  await create("MAYA.moreau@example.com");
  const noah =
    (await create("noah.nagy@example.com", { phone: "4165550102" })).json.data?.["id"] ?? "";
  await advance("PT1M");
  await create("olga.ortiz@example.com", { phone: { number: "4165550103", label: "home" } });
  await create("pia", { clientData: { Plans: [{ type: "Buy" }], dateOfBirth: "1980/01/01" } });
  await create("quin@example.com", { nickname: "Q", phone: null });
  await create("rosa@example.com", { firstName: "" });
  await advance("PT10M");
  await api("POST", leads, "{ broken");
  await api("GET", `${leads}?limit=200`);
  await api("GET", `${leads}?limit=2&offset=-1`);
  await api("GET", `${leads}?order=${encodeURIComponent("[['email','ASC']]")}`);
  await api("GET", `${leads}?order=${encodeURIComponent('[["nickname","ASC"]]')}`);
  await api("GET", `${leads}?filter=${encodeURIComponent('{"nickname":"Q"}')}`);
  await api("GET", `${leads}?filter=${encodeURIComponent('{"email":{"$like":"m%"}}')}`);
  await api(
    "GET",
    `${leads}?filter=${encodeURIComponent('{"createdAt":{"$gte":"2026-03-02T00:00:00.000Z"}}')}`,
  );
  await api("GET", `${leads}?sort=email`);
  await advance("PT1H");
  await api("PATCH", `/v1/leads/${noah}`, { phone: { number: "4165550199" }, id: "x" });
  await api("PATCH", `/v1/leads/${noah}`, { clientData: { prefix: "Mr." } });
  await api("GET", `/v1/leads/${noah}`);
  await client.signUp({ email: "maya.moreau@example.com" });
  await advance("PT1H");
  await api("GET", leads);
  await api("GET", `/v1/leads/${maya}`);
  await api("GET", `/v1/leads/${maya}?scope=withDeleted&include=Plans`);
  await api("GET", `/v1/leads/${maya}?scope=withDeleted&includes=Plans`);
  await api("PATCH", `/v1/leads/${maya}`, { firstName: "May" });
  await create("maya.moreau@example.com");
  await api("GET", `${leads}?scope=everything`);
  await api("GET", `${leads}?include=Firms`);
  await api("GET", `/v1/plans`);
  await advance("PT1H");
  await api("POST", `/v1/firmMembers/${member}/leads`, person("sam@example.com"));
  await api("GET", `/v1/firmMembers/${member}/leads`);
  await api("GET", `${leads}?scope=withDeleted&limit=100`);
  await api("DELETE", `/v1/leads/${noah}`);
  await api("GET", "/v1/leads");
  await api("GET", "/v2/leads");
  await api("PUT", "/v1/leads");
  await api("GET", "/leads?limit=1");
}

function person(email: string, more: object = {}): object {
  return {
    email,
    firstName: "Maya",
    lastName: "Moreau",
    phone: { number: "4165550101" },
    ...more,
  };
}
