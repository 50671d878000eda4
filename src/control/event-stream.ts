/** The events of a workspace as a stream of server-sent events (HTML standard, section 9.2). */
import type { WorkspaceEvent } from "../workspace/events.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A comment goes out as often, so that no proxy takes the silence for an end. */
const keepAliveMs = 15_000;
/** Messages that wait for a slow reader; one that falls further behind is let go, and may come back with its cursor. */
const waitingMax = 20_000;

/** The events after the cursor `after` and then each as it happens; `reset` tells that cursors start over. It ends with the workspace. */
export function eventStream(
  workspace: Workspace,
  after: number,
  show: (event: WorkspaceEvent) => object,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = doNothing;
  return new ReadableStream({
    start(controller) {
      const end = (): void => {
        stop();
        controller.close();
      };
      const send = (text: string): void => {
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) < -waitingMax) end();
      };
      const tell = (event: WorkspaceEvent): void =>
        send(`id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(show(event))}\n\n`);
      const unsubscribe = workspace.events.subscribe({
        onEvent: tell,
        onRenew: () => send("id: 0\nevent: reset\ndata: {}\n\n"),
        onEnd: end,
      });
      const timer = setInterval(() => send(": still here\n\n"), keepAliveMs);
      timer.unref();
      stop = () => {
        unsubscribe();
        clearInterval(timer);
      };
      send(": events\n\n");
      for (const event of workspace.events.after(after)) tell(event);
    },
    cancel: () => stop(),
  });
}

function doNothing(): void {}
