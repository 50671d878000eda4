import { expect, it } from "vitest";

import { watchTrust } from "../../../src/harness/runs/watch-trust.ts";

function refused(watch: ReturnType<typeof watchTrust>, count: number): void {
  for (let number = 0; number < count; number += 1) watch.refused();
}

it("ends the client a while after the third refused certificate, and counts them", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = watchTrust(resolve, 1);
  refused(watch, 3);
  await promise;
  expect(watch.end()).toBe(3);
});

it("leaves a client alone that was refused less often, or has ended", async () => {
  let kills = 0;
  const seldom = watchTrust(() => (kills += 1), 1);
  refused(seldom, 2);
  const ended = watchTrust(() => (kills += 1), 1);
  refused(ended, 3);
  expect([seldom.end(), ended.end()]).toEqual([2, 3]);
  const { promise, resolve } = Promise.withResolvers<void>();
  refused(watchTrust(resolve, 5), 3);
  await promise;
  expect(kills).toBe(0);
});
