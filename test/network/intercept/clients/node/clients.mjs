// Programs with the address, the key and the Firm of production in their code. Each prints its name and the status.
import { once } from "node:events";
import https from "node:https";

import axios from "axios";
import got from "got";
import nodeFetch from "node-fetch";
import superagent from "superagent";
import { Agent, request } from "undici";

const url = "https://leads.lender.example/v1/firms/acme-4711/leads";
const headers = {
  "x-api-key": "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34",
  "content-type": "application/json",
};
const method = "POST";

async function withAgent(body, agent) {
  const sent = https.request(url, { method, headers, agent });
  sent.end(body);
  const [answer] = await once(sent, "response");
  answer.resume();
  return answer.statusCode;
}

const clients = {
  fetch: async (body) => (await fetch(url, { method, headers, body })).status,
  https: (body) => withAgent(body, undefined),
  "https-keep-alive": (body) => withAgent(body, new https.Agent({ keepAlive: true })),
  undici: async (body) => {
    const dispatcher = new Agent();
    return (await request(url, { method, headers, body, dispatcher })).statusCode;
  },
  axios: async (body) => (await axios.post(url, body, { headers, proxy: false })).status,
  got: async (body) => (await got.post(url, { headers, body, http2: true })).statusCode,
  superagent: async (body) => (await superagent.post(url).set(headers).send(body)).status,
  "node-fetch": async (body) => (await nodeFetch(url, { method, headers, body })).status,
};

for (const [name, send] of Object.entries(clients)) {
  const lead = { email: `${name}@example.com`, firstName: "Maya", lastName: "Moreau" };
  // oxlint-disable-next-line no-await-in-loop -- one client after the other
  const status = await send(JSON.stringify(lead)).catch((error) => String(error));
  process.stdout.write(`${name} ${status}\n`);
}
process.exit();
