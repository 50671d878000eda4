import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { opened, settled, watchListeners } from "../opened.ts";

describe("GET emails/wait of many clients", () => {
  it("reads only the captured mail for each of them, and not the whole outbox", async () => {
    const open = await opened();
    const listeners = watchListeners(open.workspace);
    const statements = watchStatements();
    const alone = await statementsOf(open, statements, "alone@example.com");
    const waiting = Array.from({ length: 32 }, (_, index) =>
      open.control("GET", `/emails/wait?to=waiter${index}@example.com&timeoutMs=60000`),
    );
    while (listeners.count() < waiting.length) {
      // oxlint-disable-next-line no-await-in-loop -- until they listen
      await settled();
    }
    const beside = await statementsOf(open, statements, "beside@example.com");
    expect(beside - alone).toBeLessThanOrEqual(2 * waiting.length);
    const found = statementsOf(open, statements, "waiter7@example.com");
    expect((await waiting[7])?.status).toBe(200);
    await found;
    await open.control("DELETE", "/emails");
    open.sandbox.close();
    await Promise.all(waiting);
  });
});

describe("GET requests/wait for many requests", () => {
  it("searches the journal only when it can have enough matches, not for each request", async () => {
    const open = await opened();
    const listeners = watchListeners(open.workspace);
    const looks = vi.spyOn(open.workspace.journal, "entries");
    const waiting = open.control("GET", "/requests/wait?count=5&timeoutMs=60000");
    while (listeners.count() === 0) {
      // oxlint-disable-next-line no-await-in-loop -- until it listens
      await settled();
    }
    looks.mockClear();
    const send = () => open.api("GET", "/v1/leads");
    await Promise.all([send(), send(), send(), send()]);
    expect(looks).not.toHaveBeenCalled();
    await send();
    expect((await waiting).status).toBe(200);
  });
});

type Opened = Awaited<ReturnType<typeof opened>>;

/** The number of SQL statements of a POST of a Lead with that email. */
async function statementsOf(
  { api }: Opened,
  statements: () => number,
  email: string,
): Promise<number> {
  const before = statements();
  const body = { email, firstName: "Ann", lastName: "Ash" };
  const { status } = await api("POST", "/v1/firms/Harb0rPt/leads", { body });
  expect(status).toBe(201);
  return statements() - before;
}

/** Counts the SQL statements of all databases from now on. */
function watchStatements(): () => number {
  const database = new Database(":memory:");
  const prototype: Database.Statement = Object.getPrototypeOf(database.prepare("select 1"));
  database.close();
  const spies = (["get", "all", "run"] as const).map((name) => vi.spyOn(prototype, name));
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}
