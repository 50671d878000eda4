/** Workspaces with content for every view. */
import { everyField } from "../../support/every-field.ts";
import { text } from "../../support/reply.ts";
import type { Served } from "./console.ts";
import { leadsPath, refer } from "./console.ts";

/** The ids of the records in the screenshots. */
export interface Pictured {
  readonly refusedId: string;
  readonly convertedId: string;
  readonly mailId: string;
}

/** Ordinary and hostile names. */
const people = [
  { firstName: "Maya", lastName: "Lindqvist", email: "maya@example.com" },
  { firstName: "مايا", lastName: "الأحمد", email: "maya.alahmad@example.com" },
  { firstName: "Zoë 👩‍👩‍👧", lastName: "O'Neil", email: "zoe@example.com" },
  { firstName: "<b>Bold</b>", lastName: "<img src=x onerror=alert(1)>", email: "bold@example.com" },
  {
    firstName: "Wolfeschlegelsteinhausenbergerdorff",
    lastName: "Featherstonehaugh-Cholmondeley-Majoribanks",
    email: "a.very.long.address.that.goes.on.and.on@subdomain.of.some.example.com",
  },
] as const;

/** Fills the workspace for the screenshots. */
export async function pictured({ partner, tester }: Served): Promise<Pictured> {
  const frozen = await tester("PUT", "/clock", { mode: "frozen", now: "2030-01-07T09:00:00.000Z" });
  if (frozen.status !== 200) throw new Error("The clock is not frozen; time only moves forward.");
  for (const person of people) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await partner("POST", leadsPath, { ...everyField, ...person });
  }
  await tester("POST", "/sign-ups", { email: "maya@example.com" });
  await partner("GET", "/v1/leads?limit=2");
  await partner("GET", "/v1/leads/NoSuch00");
  await partner("POST", leadsPath, { firstName: "No", lastName: "Email" });
  const fault = { match: { operationId: "post-leads-for-firm" }, then: { status: 503 }, times: 1 };
  await tester("POST", "/faults", fault);
  await partner("POST", leadsPath, { ...people[0], email: "faulty@example.com" });
  await tester("POST", "/snapshots", { name: "monday" });
  const refused = await partner("POST", leadsPath, people[1]);
  const converted = await tester("GET", "/leads?state=Converted&search=maya@example.com");
  const mail = await tester("GET", "/emails?kind=welcome&limit=1");
  return {
    refusedId: refused.headers.get("x-sandbox-request-id") ?? "",
    convertedId: text(converted, "data.0.id"),
    mailId: text(mail, "data.0.id"),
  };
}

/** Text that runs or breaks out when a page treats it as markup. */
export const hostile = [
  `<img src=x onerror="window.pwned=1">`,
  `<script>window.pwned=2</script>`,
  `"><svg onload=window.pwned=3>`,
  `javascript:window.pwned=4`,
] as const;

/** The address of each view without a row. */
export const viewAddresses: readonly string[] = [
  ..."activity activity?q=nothing leads mail limits faults rules coverage world reports".split(" "),
  ..."connect activity/new".split(" "),
];

/**
 * Fills the workspace with hostile and long values and rejected requests. Returns the addresses of every view and of
 * their open rows.
 */
export async function hostileWorld(served: Served): Promise<readonly string[]> {
  const { partner, tester } = served;
  const [image, script, svg, link] = hostile;
  const id = await refer(served, "maya@example.com", {
    firstName: image,
    lastName: script,
    clientData: { [svg]: link, [image]: [script, { deep: svg }], url: link },
  });
  await refer(served, `"<script>window.pwned=5</script>"@example.com`).catch(() => "");
  await refer(served, "rtl@example.com", {
    firstName: "\u0645\u0627\u064a\u0627",
    lastName: "\u{1f600}",
  });
  const converted = await refer(served, "owner@example.com", everyField);
  await tester("POST", `/leads/${converted}/convert`);
  await partner("GET", `/v1/leads/${encodeURIComponent(image)}?${encodeURIComponent(script)}=1`);
  const refusal = await partner("POST", leadsPath, { email: image, firstName: script, [svg]: 1 });
  const again = await partner("POST", leadsPath, {
    email: "maya@example.com",
    firstName: "M",
    lastName: "L",
  });
  await tester("POST", "/faults", { then: { status: 503, message: svg }, times: 1 });
  await tester("POST", "/faults", { match: { path: `/**/${image}` }, then: { kind: "hang" } });
  const broken = await partner("GET", leadsPath);
  await tester("POST", "/snapshots", { name: "monday" });
  const mail = text(await tester("GET", "/emails/wait?to=maya%40example.com"), "data.id");
  const requestIds = [refusal, again, broken].map(
    ({ headers }) => headers.get("x-sandbox-request-id") ?? "",
  );
  return [
    ...viewAddresses,
    ...requestIds.map((requestId) => `activity/${requestId}`),
    ...["request", "response", "edit"].map((tab) => `activity/${requestIds[0]}?do=${tab}`),
    `leads/${id}`,
    `leads/${converted}`,
    ...["html", "text", "source", "headers"].map((tab) => `mail/${mail}?tab=${tab}`),
  ];
}
