import type { MiddlewareHandler } from "hono";

/** Hono serves HEAD as GET and drops the body. Cancels the unsent body, so that a stream ends. */
export const cancelHeadBody: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.raw.method === "HEAD") await c.res.body?.cancel();
};
