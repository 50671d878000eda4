/** Tests against an in-process fake that is only a Map. */
import { expect, test } from "vitest";

import { fiveRequests } from "./five-requests.mjs";

const answer = (data, status = 200) => Response.json({ data }, { status });

function newFake() {
  const leads = new Map();
  const fetch = async (url, { method, body }) => {
    const sent = body === undefined ? {} : JSON.parse(body);
    const id = url.split("/leads/")[1];
    if (method === "POST") {
      const lead = { id: `L${leads.size}`, ...sent };
      leads.set(lead.id, lead);
      return answer(lead, 201);
    }
    if (method === "PATCH") leads.set(id, { ...leads.get(id), ...sent });
    return answer(id === undefined ? [...leads.values()] : leads.get(id));
  };
  return { url: "http://fake", apiKey: "key", firmId: "firm", fetch };
}

for (let number = 0; number < Number(process.env.TESTS); number += 1) {
  test(`test ${number}`, async () => {
    expect(await fiveRequests(newFake())).toBe("Lind");
  });
}
