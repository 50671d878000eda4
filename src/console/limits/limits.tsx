import { useEffect, useState } from "preact/hooks";

import { Loaded, useResource } from "../parts/resource.tsx";
import { workspace } from "../shell/connection.ts";
import { ClockPart } from "./clock.tsx";
import { KeyPart } from "./key.tsx";

/** The clock of the workspace and the limits of each key. */
export function Limits() {
  const clock = useResource(() => workspace().clock.get(), /^clock/);
  const quotas = useResource(
    () => workspace().quotas.list({ byMinute: true }),
    /^(?:clock|quota|key|request)/,
  );
  const now = useRunning(clock.value);
  return (
    <section class="page">
      <h1>Time and limits</h1>
      <Loaded resource={clock}>{(loaded) => <ClockPart clock={loaded} now={now} />}</Loaded>
      <h2 class="section">Quota of each key</h2>
      <Loaded resource={quotas}>
        {({ data }) => data.map((quota) => <KeyPart key={quota.keyId} quota={quota} now={now} />)}
      </Loaded>
    </section>
  );
}

/** The clock's current time in epoch milliseconds. It advances on the page unless the clock is frozen. */
function useRunning(
  clock: Readonly<{ now: string; mode: string; rate: number | null }> | null,
): number {
  const [readAt, setReadAt] = useState(0);
  const [, tick] = useState(0);
  useEffect(() => setReadAt(performance.now()), [clock]);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  if (clock === null) return 0;
  const at = Date.parse(clock.now);
  if (clock.mode === "frozen" || readAt === 0) return at;
  return at + (performance.now() - readAt) * (clock.rate ?? 1);
}
