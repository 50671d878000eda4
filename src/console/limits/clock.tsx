import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { Button } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";

type Clock = Awaited<ReturnType<ReturnType<typeof workspace>["clock"]["get"]>>;

const steps = { PT1M: "1 minute", PT1H: "1 hour", P1D: "1 day", P30D: "30 days" };
const rates = [1, 10, 60, 3_600];

/** The clock and its controls. It only moves forward. */
export function ClockPart({ clock, now }: { readonly clock: Clock; readonly now: number }) {
  const { mode, rate } = clock;
  const { clock: calls } = workspace();
  const setRate = (one: string) =>
    act(
      () => calls.run(undefined, { rate: Number(one) }),
      `The clock runs ${one} times as fast as the system's.`,
    );
  return (
    <div class="card">
      <p class="moment">
        <time class="mono">{momentOf(new Date(now).toISOString())} UTC</time>{" "}
        <span class="quiet">{standingOf(clock)}</span>
      </p>
      <div class="buttons">
        <span>Advance by</span>
        {Object.entries(steps).map(([by, name]) => (
          <Button key={by} run={() => act(() => calls.advance(by), `${name} passed.`)}>
            {name}
          </Button>
        ))}
        <To />
      </div>
      <div class="buttons">
        {mode === "frozen" ? (
          <Button run={() => act(() => calls.run(), "The clock runs.")}>Let it run</Button>
        ) : (
          <Button run={() => act(() => calls.freeze(), "The clock is frozen.")}>Freeze</Button>
        )}
        <Menu
          label="Speed"
          shown={rate === null ? "Speed" : `Speed × ${rate.toLocaleString("en")}`}
          items={rates.map((one) => [String(one), `× ${one.toLocaleString("en")}`])}
          onPick={(one) => void setRate(one)}
        />
      </div>
    </div>
  );
}

function standingOf({ mode, offsetMs, rate }: Clock): string {
  if (mode === "frozen") return "frozen";
  const speed = rate === null || rate === 1 ? "" : `, ${rate.toLocaleString("en")} times as fast`;
  const offset = Math.round((offsetMs ?? 0) / 1_000);
  if (offset === 0) return `the system's time${speed}`;
  return `${durationOf(Math.abs(offset) * 1_000)} ${offset > 0 ? "ahead of" : "behind"} the system${speed}`;
}

/** Advances to a given time in UTC. */
function To() {
  const [to, setTo] = useState("");
  const go = () =>
    act(
      () => workspace().clock.advance({ to: new Date(`${to}Z`).toISOString() }),
      "The clock moved.",
    );
  return (
    <>
      <input
        type="datetime-local"
        step="1"
        aria-label="A moment in UTC"
        value={to}
        onInput={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Button isOff={to === ""} run={go}>
        Advance to it
      </Button>
    </>
  );
}
