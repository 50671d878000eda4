/** A sandbox with something to see in every view. */
import type { Sandbox } from "../../src/sandbox.ts";

/** The ids of what the pictures open. */
export interface Filled {
  readonly refusedId: string;
  readonly convertedId: string;
  readonly mailId: string;
}

const key = "11111111-1111-4111-8111-111111111111";
const firm = "/v1/firms/Harb0rPt/leads";

/** Names as people have them, and as attackers would. */
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

export async function fill(sandbox: Sandbox, url: string): Promise<Filled> {
  const api = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.headers.get("x-sandbox-request-id") ?? "";
  };
  const control = async (method: string, path: string, body?: object) => {
    const response = await sandbox.fetch(
      new Request(`http://127.0.0.1/_sandbox${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return firstId(await response.json());
  };
  await control("PUT", "/clock", { mode: "frozen", now: "2026-11-23T09:00:00.000Z" });
  for (const person of people) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await api("POST", firm, person);
  }
  await control("POST", "/sign-ups", { email: "maya@example.com" });
  await api("GET", "/v1/leads?limit=2");
  await api("GET", "/v1/leads/NoSuch00");
  await api("POST", firm, { firstName: "No", lastName: "Email" });
  const fault = { match: { operationId: "post-leads-for-firm" }, then: { status: 503 }, times: 1 };
  await control("POST", "/faults", fault);
  await api("POST", firm, { ...people[0], email: "faulty@example.com" });
  await control("POST", "/snapshots", { name: "monday" });
  return {
    refusedId: await api("POST", firm, people[1]),
    convertedId: await control("GET", "/leads?state=Converted&search=maya@example.com"),
    mailId: await control("GET", "/emails?kind=welcome&limit=1"),
  };
}

/** The id of the first record of an answer of the control API. */
function firstId(answer: unknown): string {
  const { data } = Object(answer);
  const record: unknown = Array.isArray(data) ? data[0] : data;
  const { id } = Object(record);
  return typeof id === "string" ? id : "";
}
