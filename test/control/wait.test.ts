import { describe, expect, it } from "vitest";

import { text } from "../support/reply.ts";
import { newWorld } from "../support/world.ts";

/** Longer than any test may take: an answer that comes did not wait for the end of it. */
const never = 60_000;

describe("GET emails/wait", () => {
  it("200 at once for mail that is there", async () => {
    const world = await newWorld();
    await world.createLead({ email: "there@example.com" });
    const path = `/emails/wait?to=there@example.com&kind=welcome&timeoutMs=${never}`;
    const reply = await world.control("GET", path);
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(text(reply, "data.to.0")).toBe("there@example.com");
  });

  it("200 as soon as a match comes, and not for mail that does not match", async () => {
    const world = await newWorld();
    const waiting = world.control("GET", `/emails/wait?to=second@example.com&timeoutMs=${never}`);
    await world.createLead({ email: "first@example.com" });
    await world.createLead({ email: "second@example.com" });
    const reply = await waiting;
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(text(reply, "data.to.0")).toBe("second@example.com");
  });

  it("200 with the newest of several, in any case of the letters", async () => {
    const world = await newWorld();
    await world.createLead({ email: "a@example.com" });
    await world.createLead({ email: "b@example.com" });
    const reply = await world.control("GET", "/emails/wait?to=EXAMPLE.COM&timeoutMs=0");
    expect(text(reply, "data.to.0")).toBe("b@example.com");
  });

  it("404 after the timeout, saying what did arrive", async () => {
    const world = await newWorld();
    await world.createLead({ email: "other@example.com" });
    const reply = await world.control("GET", "/emails/wait?to=nobody@example.com&timeoutMs=5");
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("5 ms");
    expect(text(reply, "hint")).toContain("welcome to other@example.com");
  });

  it("404 after the timeout, saying that nothing arrived", async () => {
    const world = await newWorld();
    const reply = await world.control("GET", "/emails/wait?timeoutMs=0");
    expect(reply.status).toBe(404);
    expect(text(reply, "hint")).toContain("No mail was captured");
  });

  it("404 and no other workspace's mail", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "quiet" });
    const waiting = world.server("GET", "/workspaces/quiet/emails/wait?timeoutMs=20");
    await world.createLead();
    expect((await waiting).status).toBe(404);
  });

  it("404 at once when the workspace is dropped meanwhile", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "brief" });
    const path = `/workspaces/brief/emails/wait?timeoutMs=${never}`;
    const waiting = world.server("GET", path);
    await world.server("DELETE", "/workspaces/brief");
    const reply = await waiting;
    expect(reply.status).toBe(404);
    expect(text(reply, "message")).toContain("put away");
  });

  it("200 for mail that comes after a reset meanwhile", async () => {
    const world = await newWorld();
    const waiting = world.control("GET", `/emails/wait?kind=welcome&timeoutMs=${never}`);
    await world.control("POST", "/reset");
    await world.createLead();
    expect((await waiting).status).toBe(200);
  });
});
