import { describe, expect, it } from "vitest";

import type { InFlightRequest, RequestGate } from "../../../src/world/workspace/requests/gate.ts";
import { newRequestGate } from "../../../src/world/workspace/requests/gate.ts";

/** Longer than any test may take, so that a result cannot have waited for this timeout. */
const never = 60_000;

/** A request that is in flight. */
function entered(gate: RequestGate, onAbandoned = (): void => {}): InFlightRequest {
  const request = gate.enter();
  request.stay(onAbandoned);
  return request;
}

describe("exclusive work", () => {
  it("runs its work at once when no request is in flight, and returns its result", async () => {
    expect(await newRequestGate(never).exclusive(() => "done")).toBe("done");
  });

  it("waits for no request that does not stay", async () => {
    const gate = newRequestGate(never);
    const request = gate.enter();
    expect(await gate.exclusive(() => "done")).toBe("done");
    request.leave();
  });

  it("waits for the requests in flight, and no longer than the last of them", async () => {
    const gate = newRequestGate(never);
    const order: string[] = [];
    const requests = ["first", "second"].map((name) => ({ name, own: entered(gate) }));
    const working = gate.exclusive(() => void order.push("work"));
    for (const { name, own } of requests) {
      // oxlint-disable-next-line no-await-in-loop -- each one gets its full grace period
      await Promise.resolve();
      order.push(name);
      own.leave();
    }
    await working;
    expect(order).toEqual(["first", "second", "work"]);
  });

  it("aborts the waits of requests in flight at once, and of none that enter later", async () => {
    const gate = newRequestGate(never);
    const before = entered(gate);
    expect(before.signal.aborted).toBe(false);
    const working = gate.exclusive(() => {});
    await Promise.resolve();
    expect(before.signal.aborted).toBe(true);
    before.leave();
    await working;
    expect(gate.enter().signal.aborted).toBe(false);
  });

  it("holds requests until its work is done, and none after that", async () => {
    const gate = newRequestGate(never);
    expect(gate.wait()).toBeNull();
    const order: string[] = [];
    const request = entered(gate);
    const working = gate.exclusive(() => void order.push("work"));
    const held = gate.wait();
    request.leave();
    await held;
    order.push("held");
    await working;
    expect(order).toEqual(["work", "held"]);
    expect(gate.wait()).toBeNull();
  });

  it("abandons a request that exceeds its time: notifies it once, before the work", async () => {
    const gate = newRequestGate(1);
    const order: string[] = [];
    const request = entered(gate, () => order.push(`told ${request.isAbandoned()}`));
    expect(request.isAbandoned()).toBe(false);
    await gate.exclusive(() => void order.push("work"));
    await gate.exclusive(() => void order.push("work again"));
    expect(order).toEqual(["told true", "work", "work again"]);
  });

  it("does not notify a request that has left", async () => {
    const gate = newRequestGate(1);
    const expected: string[] = [];
    entered(gate, () => expected.push("told")).leave();
    await gate.exclusive(() => {});
    expect(expected).toEqual([]);
  });

  it("neither waits for a request that it abandoned before, nor starts early when that one leaves", async () => {
    const gate = newRequestGate(1);
    const abandoned = entered(gate);
    await gate.exclusive(() => {});
    const order: string[] = [];
    entered(gate, () => order.push("second abandoned"));
    const working = gate.exclusive(() => void order.push("work"));
    abandoned.leave();
    await working;
    expect(order).toEqual(["second abandoned", "work"]);
  });

  it("runs turns in order, without a request between them", async () => {
    const gate = newRequestGate(never);
    const order: string[] = [];
    const request = entered(gate);
    const turns = ["first", "second", "third"].map((name) =>
      gate.exclusive(() => {
        expect(gate.wait()).not.toBeNull();
        order.push(name);
      }),
    );
    const entering = (async () => {
      for (let hold = gate.wait(); hold !== null; hold = gate.wait()) {
        // oxlint-disable-next-line no-await-in-loop -- another one may have started during the wait
        await hold;
      }
      order.push("request");
    })();
    request.leave();
    await Promise.all([...turns, entering]);
    expect(order).toEqual(["first", "second", "third", "request"]);
  });

  it("rethrows errors of its work, and then lets the next turn and the requests continue", async () => {
    const gate = newRequestGate(never);
    const failing = gate.exclusive(() => {
      throw new Error("failed");
    });
    const next = gate.exclusive(() => "next");
    await expect(failing).rejects.toThrow("failed");
    expect(await next).toBe("next");
    expect(gate.wait()).toBeNull();
  });
});

describe("end of the request gate", () => {
  it("aborts and abandons requests in flight at once", () => {
    const gate = newRequestGate(never);
    const expected: string[] = [];
    const request = entered(gate, () => expected.push("told"));
    gate.end();
    expect([request.signal.aborted, request.isAbandoned(), expected]).toEqual([
      true,
      true,
      ["told"],
    ]);
  });

  it("lets a waiting turn continue once the requests have left", async () => {
    const gate = newRequestGate(never);
    const request = entered(gate);
    const working = gate.exclusive(() => "done");
    await Promise.resolve();
    gate.end();
    request.leave();
    expect(await working).toBe("done");
  });
});
