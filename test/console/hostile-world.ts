/** A workspace with something hostile, long and refused in every view. */
import { text } from "../support/reply.ts";
import type { Served } from "./console.ts";
import { leadsPath, refer } from "./console.ts";

/** Text that would run, or break out, where it is taken for markup. */
export const hostile = [
  `<img src=x onerror="window.pwned=1">`,
  `<script>window.pwned=2</script>`,
  `"><svg onload=window.pwned=3>`,
  `javascript:window.pwned=4`,
] as const;

/** Fills the workspace; answers the address of every view, and of what is open in it. */
export async function filled(served: Served): Promise<readonly string[]> {
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
  const converted = await refer(served, "owner@example.com", {
    clientData: { Plans: [{ type: "Buying" }, { type: "Renewal" }] },
  });
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
    ..."activity activity?q=nothing leads mail limits faults rules coverage world reports".split(
      " ",
    ),
    ..."connect call call/plan-fault call/issue-api-key".split(" "),
    ...requestIds.map((requestId) => `activity/${requestId}`),
    ...["request", "response", "edit"].map((tab) => `activity/${requestIds[0]}?do=${tab}`),
    `leads/${id}`,
    `leads/${converted}`,
    ...["html", "text", "source", "headers"].map((tab) => `mail/${mail}?tab=${tab}`),
  ];
}
