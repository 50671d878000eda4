import { describe, expect, it } from "vitest";

import { newTraffic } from "../../src/workspace/traffic.ts";

/** Longer than any test may take: what comes did not wait for the end of it. */
const never = 60_000;

describe("alone", () => {
  it("runs its work at once when no request is under way, and answers its result", async () => {
    expect(await newTraffic(never).alone(() => "done")).toBe("done");
  });

  it("lets the requests under way end first, and does not wait longer than for the last", async () => {
    const traffic = newTraffic(never);
    const order: string[] = [];
    const visits = ["first", "second"].map((name) => ({ name, ...traffic.enter() }));
    const working = traffic.alone(() => void order.push("work"));
    for (const { name, leave } of visits) {
      // oxlint-disable-next-line no-await-in-loop -- each has its time to end
      await Promise.resolve();
      order.push(name);
      leave();
    }
    await working;
    expect(order).toEqual(["first", "second", "work"]);
  });

  it("aborts the waits of those under way at once, and of none that enter later", async () => {
    const traffic = newTraffic(never);
    const before = traffic.enter();
    expect(before.signal.aborted).toBe(false);
    const working = traffic.alone(() => {});
    await Promise.resolve();
    expect(before.signal.aborted).toBe(true);
    before.leave();
    await working;
    expect(traffic.enter().signal.aborted).toBe(false);
  });

  it("holds requests until its work is done, and none after that", async () => {
    const traffic = newTraffic(never);
    expect(traffic.hold()).toBeNull();
    const order: string[] = [];
    const { leave } = traffic.enter();
    const working = traffic.alone(() => void order.push("work"));
    const held = traffic.hold();
    leave();
    await held;
    order.push("held");
    await working;
    expect(order).toEqual(["work", "held"]);
    expect(traffic.hold()).toBeNull();
  });

  it("overruns a request that does not end in time: it is told so once, before the work", async () => {
    const traffic = newTraffic(1);
    const order: string[] = [];
    const visit = traffic.enter();
    visit.onOverrun(() => order.push(`told ${visit.isOverrun()}`));
    expect(visit.isOverrun()).toBe(false);
    await traffic.alone(() => void order.push("work"));
    await traffic.alone(() => void order.push("work again"));
    expect(order).toEqual(["told true", "work", "work again"]);
  });

  it("tells a request nothing that has left, also when it asks afterwards", async () => {
    const traffic = newTraffic(1);
    const told: string[] = [];
    const visit = traffic.enter();
    visit.onOverrun(() => told.push("before"));
    visit.leave();
    visit.onOverrun(() => told.push("after"));
    await traffic.alone(() => {});
    expect(told).toEqual([]);
  });

  it("is not held up by one that was overrun before, nor let go early when that leaves", async () => {
    const traffic = newTraffic(1);
    const overrun = traffic.enter();
    await traffic.alone(() => {});
    const order: string[] = [];
    const under = traffic.enter();
    under.onOverrun(() => order.push("second overrun"));
    const working = traffic.alone(() => void order.push("work"));
    overrun.leave();
    await working;
    expect(order).toEqual(["second overrun", "work"]);
  });

  it("takes turns in the order they were asked for, with nobody let in between", async () => {
    const traffic = newTraffic(never);
    const order: string[] = [];
    const { leave } = traffic.enter();
    const turns = ["first", "second", "third"].map((name) =>
      traffic.alone(() => void order.push(name)),
    );
    const entering = (async () => {
      for (let hold = traffic.hold(); hold !== null; hold = traffic.hold()) {
        // oxlint-disable-next-line no-await-in-loop -- after each wait there may be another
        await hold;
      }
      order.push("request");
    })();
    leave();
    await Promise.all([...turns, entering]);
    expect(order).toEqual(["first", "second", "third", "request"]);
  });

  it("passes on what its work throws, and lets the next turn and the requests go on", async () => {
    const traffic = newTraffic(never);
    const failing = traffic.alone(() => {
      throw new Error("failed");
    });
    const next = traffic.alone(() => "next");
    await expect(failing).rejects.toThrow("failed");
    expect(await next).toBe("next");
    expect(traffic.hold()).toBeNull();
  });
});

describe("end", () => {
  it("cuts and overruns those under way at once", () => {
    const traffic = newTraffic(never);
    const visit = traffic.enter();
    const told: string[] = [];
    visit.onOverrun(() => told.push("told"));
    traffic.end();
    expect([visit.signal.aborted, visit.isOverrun(), told]).toEqual([true, true, ["told"]]);
  });

  it("leaves a turn that waits for them to go on once they have left", async () => {
    const traffic = newTraffic(never);
    const visit = traffic.enter();
    const working = traffic.alone(() => "done");
    await Promise.resolve();
    traffic.end();
    visit.leave();
    expect(await working).toBe("done");
  });
});
