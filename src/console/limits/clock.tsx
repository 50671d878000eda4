import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { Menu } from "../parts/menu.tsx";
import { durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";

interface ClockPartProps {
  readonly clock: {
    readonly mode: string;
    readonly offsetMs: number | null;
    readonly rate: number | null;
  };
  readonly now: number;
}

const steps = [
  { name: "1 minute", by: "PT1M" },
  { name: "1 hour", by: "PT1H" },
  { name: "1 day", by: "P1D" },
  { name: "30 days", by: "P30D" },
] as const;

const rates = [1, 10, 60, 3_600] as const;

/** The clock and its controls. It only moves forward. */
export function ClockPart({ clock, now }: ClockPartProps) {
  const { mode, offsetMs, rate } = clock;
  const { clock: calls } = workspace();
  return (
    <div class="card">
      <p class="moment">
        <time class="mono">{momentOf(new Date(now).toISOString())} UTC</time>{" "}
        <span class="quiet">{standingOf(mode, offsetMs, rate)}</span>
      </p>
      <div class="buttons">
        <span>Advance by</span>
        {steps.map(({ name, by }) => (
          <button
            key={by}
            type="button"
            onClick={() => void act(() => calls.advance(by), `${name} passed.`)}
          >
            {name}
          </button>
        ))}
        <To />
      </div>
      <ClockControls mode={mode} rate={rate} />
    </div>
  );
}

/** Controls whether the clock runs, and how fast. */
function ClockControls({ mode, rate }: { readonly mode: string; readonly rate: number | null }) {
  const { clock: calls } = workspace();
  return (
    <div class="buttons">
      {mode === "frozen" ? (
        <button type="button" onClick={() => void act(() => calls.run(), "The clock runs.")}>
          Let it run
        </button>
      ) : (
        <button
          type="button"
          onClick={() => void act(() => calls.freeze(), "The clock is frozen.")}
        >
          Freeze
        </button>
      )}
      <Menu
        label="Speed"
        shown={rate === null ? "Speed" : `Speed × ${rate.toLocaleString("en")}`}
        items={rates.map((one) => ({ id: String(one), name: `× ${one.toLocaleString("en")}` }))}
        onPick={(one) =>
          void act(
            () => calls.run(undefined, { rate: Number(one) }),
            `The clock runs ${one} times as fast as the system's.`,
          )
        }
      />
    </div>
  );
}

function standingOf(mode: string, offsetMs: number | null, rate: number | null): string {
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
      <button type="button" disabled={to === ""} onClick={() => void go()}>
        Advance to it
      </button>
    </>
  );
}
