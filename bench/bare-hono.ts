/** The least that a server of this kind can be: what `bench/cold-start.ts` compares with. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono().get("/readyz", (c) => c.json({ status: "ok" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
