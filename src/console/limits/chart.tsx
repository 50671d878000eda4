const size = { width: 600, height: 56 };

/** An SVG chart of the requests that a key's quota counted in each minute of the last hour, oldest first. */
export function QuotaChart({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const width = size.width / counts.length;
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
          const y = size.height - height;
          return <rect key={at} x={at * width + 1} y={y} width={width - 2} height={height} />;
        })}
      </svg>
      <figcaption class="quiet">
        <span>an hour ago</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
