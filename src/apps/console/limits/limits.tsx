import { useEffect, useMemo, useState } from "preact/hooks";

import { keysOf } from "../activity/send.ts";
import { act } from "../parts/actions.ts";
import { Button, Text } from "../parts/controls.tsx";
import { quotaDueInMs } from "../parts/due.ts";
import { Menu } from "../parts/menu.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { clockText, momentOf } from "../parts/times.ts";
import { clockCommands } from "../shell/commands.ts";
import { workspace } from "../shell/connection.ts";
import { KeyPart } from "./key.tsx";

export function Limits() {
  const limits = useResource(loadLimits, /^(?:clock|quota|key|request)/, [], ([clock, { data }]) =>
    quotaDueInMs(clock, data),
  );
  const keys = useResource(keysOf, /^(?:firm|key)/).value ?? [];
  const now = useRunning(limits.value?.[0] ?? null);
  return (
    <section class="page">
      <h1>Time and limits</h1>
      <Loaded resource={limits}>
        {([clock, { data }]) => (
          <>
            <ClockPart clock={clock} now={now} />
            <h2 class="section">Quota of each key</h2>
            {data.map((quota) => (
              <KeyPart
                key={quota.keyId}
                quota={quota}
                apiKey={keys.find(({ id }) => id === quota.keyId)}
                now={now}
                isFrozen={clock.mode === "frozen"}
              />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

function loadLimits() {
  const { clock, quotas } = workspace();
  return Promise.all([clock.get(), quotas.list({ byMinute: true })] as const);
}

/** The clock's current time in epoch milliseconds. It advances on the page unless the clock is frozen. */
function useRunning(clock: Clock | null): number {
  const readAt = useMemo(() => performance.now(), [clock]);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  if (clock === null) return 0;
  const at = Date.parse(clock.now);
  if (clock.mode === "frozen") return at;
  return at + (performance.now() - readAt) * (clock.rate ?? 1);
}

type Clock = Awaited<ReturnType<ReturnType<typeof workspace>["clock"]["get"]>>;

const rates = [1, 10, 60, 3_600];

/** The clock and its controls. It only moves forward. */
function ClockPart({ clock, now }: { readonly clock: Clock; readonly now: number }) {
  const { rate } = clock;
  return (
    <div class="card">
      <p>
        <time class="mono moment">{momentOf(new Date(now).toISOString())} UTC</time>{" "}
        <span class="quiet">{clockText(clock) || "the system's time"}</span>
      </p>
      <div class="buttons">
        {clockCommands().map(({ name, run }) => (
          <Button key={name} run={run}>
            {name}
          </Button>
        ))}
      </div>
      <div class="buttons">
        <To />
        <Menu
          label="Speed"
          shown={rate === null ? "Speed" : `Speed × ${rate.toLocaleString("en")}`}
          items={rates.map((one) => [String(one), `× ${one.toLocaleString("en")}`])}
          onPick={(one) => void runAt(one)}
        />
      </div>
    </div>
  );
}

function runAt(rate: string): Promise<boolean> {
  const text = `The clock runs ${rate} times as fast as the system's.`;
  return act(() => workspace().clock.run(undefined, { rate: Number(rate) }), text);
}

function To() {
  const [to, setTo] = useState("");
  const go = () =>
    act(
      () => workspace().clock.advance({ to: new Date(`${to}Z`).toISOString() }),
      "The clock moved.",
    );
  return (
    <>
      <Text type="datetime-local" step="1" label="A moment in UTC" value={to} onText={setTo} />
      <Button disabled={to === ""} run={go}>
        Advance to it
      </Button>
    </>
  );
}
