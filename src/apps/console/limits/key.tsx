import { useState } from "preact/hooks";

import type { WorkspaceClient } from "../../../library/client/index.ts";
import type { UsableKey } from "../activity/send.ts";
import { act, destroy, waitFor } from "../parts/actions.ts";
import { Button, Form, Text } from "../parts/controls.tsx";
import { Copy } from "../parts/copy.tsx";
import { counted, durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { linkTo } from "../shell/route.ts";

export type Quota = Awaited<ReturnType<WorkspaceClient["quotas"]["list"]>>["data"][number];

interface KeyProps {
  readonly quota: Quota;
  /** The key with its value and Firm, once they have loaded. */
  readonly apiKey: UsableKey | undefined;
  /** The time of the workspace, in epoch milliseconds. */
  readonly now: number;
  readonly isFrozen: boolean;
}

export function KeyPart({ quota, apiKey, now, isFrozen }: KeyProps) {
  const { keyId, quotaPerHour, burstPerMinute, usedLastHour, usedLastMinute } = quota;
  const waitMs = Date.parse(quota.nextAllowedAt) - now;
  return (
    <article class="card" aria-label={`Key ${keyId}`}>
      <h3>
        <KeyLink id={keyId} /> {apiKey !== undefined && <span class="quiet">{apiKey.name}</span>}
      </h3>
      {apiKey !== undefined && (
        <p class="mono quiet">
          {apiKey.key} <Copy text={apiKey.key} />
        </p>
      )}
      <div class="bars">
        <Used name="hour" used={usedLastHour} of={quotaPerHour} />
        <Used name="minute" used={usedLastMinute} of={burstPerMinute} />
      </div>
      <QuotaChart counts={quota.usedByMinute ?? []} />
      <p class={waitMs > 0 ? "refusal" : "quiet"}>
        {waitMs > 0 ? waitText(quota, waitMs, isFrozen) : "May send now."}
      </p>
      <Moves quota={quota} isWaiting={waitMs > 0} />
    </article>
  );
}

/** The id of a key; its link leads to the requests with it. */
export function KeyLink({ id }: { readonly id: string }) {
  return (
    <a class="mono" href={linkTo("activity", null, { q: `key:${id}` })}>
      {id}
    </a>
  );
}

function waitText({ nextAllowedAt }: Quota, waitMs: number, isFrozen: boolean): string {
  const wait = durationOf(waitMs);
  return isFrozen
    ? `Next request allowed at ${momentOf(nextAllowedAt)}, in ${wait}. The clock is frozen, so advance it.`
    : `Next request allowed in ${wait}.`;
}

function Moves({ quota, isWaiting }: { readonly quota: Quota; readonly isWaiting: boolean }) {
  const { keyId, quotaPerHour, usedLastHour } = quota;
  const { quotas } = workspace();
  const count = Math.max((quotaPerHour ?? 0) - usedLastHour, 1);
  const refill = {
    title: `Refill the quota of ${keyId}`,
    loses: "The count of what the key used in the last hour and minute is lost.",
    done: "The quota is full again.",
    run: () => quotas.refill(keyId),
  };
  return (
    <div class="buttons">
      {isWaiting && (
        <Button class="primary" run={() => waitFor(keyId)}>
          Advance until allowed
        </Button>
      )}
      <Button
        disabled={quotaPerHour === null}
        run={() => act(() => quotas.use(keyId, { count }), "The quota is used up.")}
      >
        Use up
      </Button>
      <Button run={() => destroy(refill)}>Refill</Button>
      <SetQuota keyId={keyId} perHour={quotaPerHour} />
    </div>
  );
}

function Used({ name, used, of }: Readonly<{ name: string; used: number; of: number | null }>) {
  return (
    <label>
      {used.toLocaleString("en")} {of === null ? "sent" : `of ${of.toLocaleString("en")}`} in the
      last {name}
      {of !== null && <meter min={0} max={of} high={of * 0.9} value={used} />}
    </label>
  );
}

function SetQuota({ keyId, perHour }: { readonly keyId: string; readonly perHour: number | null }) {
  const [text, setText] = useState(perHour === null ? "" : String(perHour));
  const quota = text === "" ? null : Number(text);
  const set = () =>
    act(
      () => workspace().quotas.set(keyId, quota),
      quota === null
        ? "The key has no limit."
        : `The key may send ${counted(quota, "request")} an hour.`,
    );
  return (
    <Form class="buttons" run={set}>
      <Text
        type="number"
        min="0"
        label={`Requests an hour of ${keyId}; empty for no limit`}
        placeholder="no limit"
        value={text}
        onText={setText}
      />
      <button>Set an hour's quota</button>
    </Form>
  );
}

/** An SVG chart of the requests that a key's quota counted in each minute of the last hour, oldest first. */
function QuotaChart({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const steps = counts.map((count, at) => `V${most - count}H${at + 1}`).join("");
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${counts.length} ${most}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(total, "request")} in the last hour, at most ${most} in a minute`}
      >
        <path d={`M0 ${most}${steps}V${most}`} />
      </svg>
      <figcaption class="row quiet">
        <span class="grow">an hour ago</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
