/** An SVG chart of a key's requests per minute over the last hour, from the workspace's events. */
import { entries, entriesVersion } from "../shell/live.ts";

const minutes = 60;
const size = { width: 600, height: 56 };

interface QuotaChartProps {
  readonly keyId: string;
  readonly now: number;
}

export function QuotaChart({ keyId, now }: QuotaChartProps) {
  void entriesVersion.value;
  const counts = countsByMinute(keyId, now);
  const most = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const width = size.width / minutes;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} requests in the last hour, at most ${most} in a minute`}
      >
        {counts.map((count, at) => {
          const height = (count / most) * size.height;
          return (
            <rect
              key={at}
              x={at * width + 1}
              y={size.height - height}
              width={width - 2}
              height={height}
            />
          );
        })}
      </svg>
      <figcaption class="quiet">
        <span>an hour ago</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

/** Metered requests in each of the last sixty minutes, oldest first. */
function countsByMinute(keyId: string, now: number): readonly number[] {
  const counts = Array.from({ length: minutes }, () => 0);
  for (const { request, at } of entries()) {
    if (request?.apiKeyId !== keyId || request.status === 429) continue;
    const ago = Math.floor((now - Date.parse(at)) / 60_000);
    const slot = minutes - 1 - ago;
    if (slot >= 0 && slot < minutes) counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
}
