/**
 * A Lead service for emulate, written as its guide recommends. Its state is a record of Leads by id, and their order.
 */
import { readFileSync } from "node:fs";

import { defineConfig, defineEmulator } from "emulate";

const first = JSON.parse(readFileSync(process.env.LEADS, "utf8"));

const leads = defineEmulator({
  name: "leads",
  state: () => ({
    leads: Object.fromEntries(first.map((lead) => [lead.id, lead])),
    order: first.map(({ id }) => id),
  }),
  setup({ app, state }) {
    app.get("/v1/leads/:id", (c) => {
      const lead = state.leads[c.req.param("id")];
      return lead === undefined ? c.json({ message: "Not found" }, 404) : c.json({ data: lead });
    });
    app.get("/v1/firms/:firmId/leads", (c) => {
      const email = c.req.query("email");
      const found =
        email === undefined
          ? state.order
          : state.order.filter((id) => state.leads[id].email === email);
      const [offset, limit] = [
        Number(c.req.query("offset") ?? 0),
        Number(c.req.query("limit") ?? 20),
      ];
      const page = found.slice(offset, offset + limit).map((id) => state.leads[id]);
      const meta = { total: found.length, count: page.length, offset, limit };
      return c.json({ data: page, meta });
    });
    app.post("/v1/firms/:firmId/leads", async (c) => {
      const body = await c.req.json();
      const now = new Date().toISOString();
      const lead = {
        ...body,
        id: `N${String(state.order.length).padStart(7, "0")}`,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        resourceType: "Firm",
        resourceId: c.req.param("firmId"),
        referredByReferralCodeId: null,
        convertedAt: null,
      };
      state.leads[lead.id] = lead;
      state.order.push(lead.id);
      return c.json({ data: lead }, 201);
    });
  },
});

// oxlint-disable-next-line import/no-default-export -- emulate reads the default export
export default defineConfig({ services: { leads: { emulator: leads } } });
