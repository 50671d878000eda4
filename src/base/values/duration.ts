const shape =
  /^P(?=\d|T\d)(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const partsMs = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** The milliseconds of an ISO 8601 duration of fixed length, or null if it is invalid or too long. */
export function readDuration(text: string): number | null {
  const match = shape.exec(text);
  if (match === null || text.endsWith("T")) return null;
  const parts = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  const sum = parts.reduce((ms, part, index) => ms + part * (partsMs[index] ?? 0), 0);
  return Number.isSafeInteger(Math.round(sum)) ? Math.round(sum) : null;
}

/** A duration as ISO 8601, such as `PT15M` or `P1DT30M`. */
export function isoDuration(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / 86_400_000),
    Math.floor(ms / 3_600_000) % 24,
    Math.floor(ms / 60_000) % 60,
  ];
  const seconds = (ms % 60_000) / 1_000;
  const time = [
    [hours, "H"],
    [minutes, "M"],
    [seconds, "S"],
  ] as const;
  const shown = time.map(([value, unit]) => (value === 0 ? "" : `${value}${unit}`)).join("");
  const date = days === 0 ? "" : `${days}D`;
  if (date === "" && shown === "") return "PT0S";
  return `P${date}${shown === "" ? "" : `T${shown}`}`;
}
