import type { Ready } from "../apps/cli/program.ts";
import { ids } from "../support/world.ts";

const partnerKey = "11111111-1111-4111-8111-111111111111";
const people = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "tom.tour@example.com", firstName: "Tom", lastName: "Tour" };

/** A call of a tour and its expected status. */
type Station = readonly [method: string, path: string, status: number, body?: unknown];

/** The features that might call out in another program: mail, pages, documents, lookups, clocks. */
const stations: readonly Station[] = [
  ["POST", people, 201, person],
  ["POST", people, 409, person],
  ["POST", people, 422, { ...person, email: "tom@nowhere.invalid", clientData: 7 }],
  ["GET", "/v1/leads?include=Plans", 200],
  ["POST", "/_sandbox/sign-ups", 201, { email: person.email }],
  ["POST", `/_sandbox/plans/${ids.plan}/status`, 200, { status: "Completed" }],
  ["GET", "/_sandbox/emails/wait?kind=plan-updated", 200],
  ["GET", "/_sandbox/emails", 200],
  ["GET", "/_sandbox/docs", 200],
  ["GET", "/_sandbox/docs/swagger-ui-bundle.js", 200],
  ["GET", "/_sandbox/openapi.json", 200],
  ["GET", "/_sandbox/spec/openapi.json", 200],
  ["GET", "/_sandbox/health", 200],
  ["GET", "/_sandbox/requests.har", 200],
  ["GET", "/_sandbox/coverage", 200],
  ["POST", "/_sandbox/explain", 200, { method: "GET", path: "/v1/leads/nowhere" }],
  ["POST", "/_sandbox/workspaces", 201, { id: "tour" }],
  ["POST", "/_sandbox/snapshots", 201, { name: "tour" }],
  ["POST", "/_sandbox/snapshots/tour/restore", 200],
  ["POST", "/_sandbox/faults", 201, { then: { status: 503 }, times: 1 }],
  ["GET", "/v1/leads", 503],
  ["POST", "/_sandbox/clock/advance", 200, { by: "P1D" }],
  ["POST", "/_sandbox/reset", 200, { fixture: "empty" }],
  ["DELETE", "/_sandbox/workspaces/tour", 200],
];

/** Uses those features of a started sandbox. Returns the calls that got an unexpected status. */
export async function takeTour({ url }: Ready): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [method, path, status, body] of stations) {
    // oxlint-disable-next-line no-await-in-loop -- each step depends on the previous ones
    const answer = await answerOf(url, method, path, body);
    if (answer.status !== status) wrong.push(`${method} ${path} ${answer.status} ${answer.text}`);
    if (path !== "/_sandbox/emails") continue;
    const sources = Array.from(answer.text.matchAll(/"id":"(\w{8})"/g), ([, id]) => id);
    for (const id of sources) {
      // oxlint-disable-next-line no-await-in-loop -- each step depends on the previous ones
      const source = await answerOf(url, "GET", `/_sandbox/emails/${id}/raw`);
      if (source.status !== 200) wrong.push(`${id} ${source.status}`);
    }
    if (sources.length < 2) wrong.push(`too little mail: ${answer.text}`);
  }
  return wrong;
}

async function answerOf(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: { "x-api-key": partnerKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
