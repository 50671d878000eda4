/** A service of Leads for emulate: its state is one record of Leads by id, as in the guide's own examples. */
import { readFileSync } from "node:fs";

import { createEmulator, defineEmulator } from "emulate";

const first = JSON.parse(readFileSync(process.env.LEADS, "utf8"));

const leads = defineEmulator({
  name: "leads",
  state: () => ({ leads: Object.fromEntries(first.map((lead) => [lead.id, lead])), made: 0 }),
  setup({ app, state }) {
    app.get("/v1/leads/:id", (c) => {
      const lead = state.leads[c.req.param("id")];
      return lead === undefined ? c.json({ message: "Not found" }, 404) : c.json({ data: lead });
    });
    app.get("/v1/firms/:firmId/leads", (c) => {
      const all = Object.values(state.leads);
      const email = c.req.query("email");
      const found = email === undefined ? all : all.filter((lead) => lead.email === email);
      const [offset, limit] = [
        Number(c.req.query("offset") ?? 0),
        Number(c.req.query("limit") ?? 20),
      ];
      const page = found.slice(offset, offset + limit);
      const meta = { total: found.length, count: page.length, offset, limit };
      return c.json({ data: page, meta });
    });
    app.post("/v1/firms/:firmId/leads", async (c) => {
      const body = await c.req.json();
      state.made += 1;
      const now = new Date().toISOString();
      const lead = {
        ...body,
        id: `N${String(state.made).padStart(7, "0")}`,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        resourceType: "Firm",
        resourceId: c.req.param("firmId"),
        referredByReferralCodeId: null,
        convertedAt: null,
      };
      state.leads[lead.id] = lead;
      return c.json({ data: lead }, 201);
    });
  },
});

await createEmulator({ service: leads, port: Number(process.env.PORT) });
