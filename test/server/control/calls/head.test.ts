import { describe, expect, it, vi } from "vitest";

import { isRemote } from "../../../support/target.ts";
import { opened, servedOn, watchListeners } from "../opened.ts";

const live = { accept: "text/event-stream" };

/** Paths with streamed or waiting answers. */
const paths = [
  { path: "/events", headers: live },
  { path: "/workspaces/default/events", headers: live },
  { path: "/events?after=1", headers: live },
  { path: "/emails/wait?timeoutMs=20", headers: {} },
  { path: "/workspaces/default/emails/wait?timeoutMs=20", headers: {} },
  { path: "/requests/wait?timeoutMs=20", headers: {} },
  { path: "/requests.har", headers: {} },
  { path: "/snapshots/kept/download", headers: {} },
  { path: "/mailpit/api/v1/messages", headers: {} },
];

// Listeners are internals of this process.
describe.skipIf(isRemote)("HEAD on the control API", () => {
  it.each(paths)("leaves no listener: $path", async ({ path, headers }) => {
    const { workspace, control, fetch: ask } = await opened();
    await control("POST", "/snapshots", { name: "kept" });
    const listeners = watchListeners(workspace);
    for (let count = 0; count < 20; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a page could send them
      const answer = await ask(`http://127.0.0.1/_sandbox${path}`, { method: "HEAD", headers });
      expect(answer.body).toBeNull();
    }
    expect(listeners.count()).toBe(0);
  });

  it("leaves no listener over a socket", async () => {
    const { workspace, url } = await servedOn();
    const listeners = watchListeners(workspace);
    const answers = paths.map(({ path, headers }) =>
      fetch(`${url}/_sandbox${path}`, { method: "HEAD", headers }),
    );
    await Promise.all(answers);
    await vi.waitFor(() => expect(listeners.count()).toBe(0), 10_000);
  });

  it("200 with the stream's headers", async () => {
    const { fetch: ask } = await opened();
    const init = { method: "HEAD", headers: live };
    const answer = await ask("http://127.0.0.1/_sandbox/events", init);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
  });
});
