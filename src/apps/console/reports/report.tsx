import { Json } from "../parts/json.tsx";
import { Empty } from "../parts/resource.tsx";
import { counted, durationOf } from "../parts/times.ts";
import { linkTo } from "../shell/route.ts";
import type { Finding, Report } from "./files.ts";

export function ReportView({ report }: { readonly report: Report }) {
  const { command, findings, summary } = report;
  const verdicts = Object.entries(summary.byVerdict).map(
    ([verdict, count]) => `${count} ${verdict}`,
  );
  return (
    <>
      <p class="mono">{command.join(" ")}</p>
      <p class="quiet">
        {counted(summary.trials, "trial")} in {durationOf(summary.durationMs)}:{" "}
        {verdicts.join(", ")}
      </p>
      {findings.length === 0 && <Empty title="No findings" />}
      {findings.map((finding) => (
        <OneFinding key={finding.id} finding={finding} />
      ))}
    </>
  );
}

const tones = { high: "bad", medium: "warn", low: "" };

function OneFinding({ finding }: { readonly finding: Finding }) {
  const { id, verdict, severity, accepted, title, explanation, advice, rules, records } = finding;
  return (
    <details class="card" open={severity === "high"}>
      <summary>
        <span class={`strong ${tones[severity]}`}>{verdict}</span> {title}
        {accepted && <span class="quiet"> accepted</span>}
      </summary>
      <p>{explanation}</p>
      <p>{advice}</p>
      <ol class="life">
        {finding.evidence.map(({ call, method, path, status, received }) => (
          <li key={call} class="mono">
            {method} {path} {status}
            {!received && " (the client did not get this answer)"}
          </li>
        ))}
      </ol>
      {records.length > 0 && <Json value={records} />}
      <p class="quiet">
        {rules.map((rule) => (
          <a key={rule} class="met" href={linkTo("rules", rule)}>
            {rule}
          </a>
        ))}
        {id}
        {finding.bundle !== null && ` · ${finding.bundle}`}
      </p>
    </details>
  );
}
