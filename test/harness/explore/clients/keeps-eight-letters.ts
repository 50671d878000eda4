/** Defect: it stores ids in a column of eight characters. */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const headers = { "x-api-key": key, "content-type": "application/json" };
const person = {
  email: "maya@example.com",
  firstName: "Maya",
  lastName: "Moss",
  phone: { number: "6475550100" },
};
const made = await fetch(`${url}/v1/firms/${firm}/leads`, {
  method: "POST",
  headers,
  body: JSON.stringify(person),
});
const { data } = JSON.parse(await made.text());
const row = `${data.id.slice(0, 8)}|${person.email}`;
const read = await fetch(`${url}/v1/leads/${row.split("|")[0]}`, { headers });
process.exitCode = read.status === 200 ? 0 : 1;
