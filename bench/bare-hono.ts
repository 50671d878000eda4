/** A minimal Hono server, the yardstick of `bench/cold-start.ts`. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono().get("/readyz", (c) => c.json({ status: "ok" }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
