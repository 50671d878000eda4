/** A minimal server of Leads: Hono and a Map, with the answers of the emulated API. */
import { readFileSync } from "node:fs";

import { serve } from "@hono/node-server";
import { Hono } from "hono";

interface Lead {
  readonly id: string;
}

const leads = new Map<string, Lead>();
const order: Lead[] = [];
const firstLeads: readonly Lead[] = JSON.parse(readFileSync(process.env["LEADS"] ?? "", "utf8"));
for (const lead of firstLeads) {
  leads.set(lead.id, lead);
  order.push(lead);
}

const app = new Hono();
app.get("/v1/leads/:id", (c) => {
  const lead = leads.get(c.req.param("id"));
  return lead === undefined ? c.json({ message: "Not found" }, 404) : c.json({ data: lead });
});
app.get("/v1/firms/:firmId/leads", (c) => {
  const [offset, limit] = [Number(c.req.query("offset") ?? 0), Number(c.req.query("limit") ?? 20)];
  const page = order.slice(offset, offset + limit);
  return c.json({ data: page, meta: { total: order.length, count: page.length, offset, limit } });
});
app.post("/v1/firms/:firmId/leads", async (c) => {
  const body: Lead = await c.req.json();
  const now = new Date().toISOString();
  const lead = {
    ...body,
    id: `N${String(order.length).padStart(7, "0")}`,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    resourceType: "Firm",
    resourceId: c.req.param("firmId"),
    referredByReferralCodeId: null,
    convertedAt: null,
  };
  leads.set(lead.id, lead);
  order.push(lead);
  return c.json({ data: lead }, 201);
});
app.patch("/v1/leads/:id", async (c) => {
  const before = leads.get(c.req.param("id"));
  if (before === undefined) return c.json({ message: "Not found" }, 404);
  const change: Partial<Lead> = await c.req.json();
  const lead = { ...before, ...change, updatedAt: new Date().toISOString() };
  leads.set(lead.id, lead);
  order[order.indexOf(before)] = lead;
  return c.json({ data: lead });
});
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
// Node writes its compile cache only on a regular exit.
process.on("SIGTERM", () => process.exit());
