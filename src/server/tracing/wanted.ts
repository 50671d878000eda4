/** Whether traces are wanted, by the standard variables of OpenTelemetry. Light, because every start loads it. */

/** How traces are sent. */
export type TraceProtocol = "http/json" | "http/protobuf";

/** The protocol, null without traces, or a sentence for variables that cannot be followed. */
export type Wanted = { readonly protocol: TraceProtocol } | { readonly problem: string } | null;

const endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;

/**
 * Wanted if an endpoint is set, unless `OTEL_SDK_DISABLED` is true or `OTEL_TRACES_EXPORTER` names no otlp. There is no
 * default endpoint: without a variable, nothing connects.
 */
export function tracesWanted(environment: Readonly<Record<string, string | undefined>>): Wanted {
  const valueOf = (name: string): string => environment[name]?.trim() ?? "";
  const endpoint = endpoints.find((name) => valueOf(name) !== "");
  if (endpoint === undefined || valueOf("OTEL_SDK_DISABLED").toLowerCase() === "true") return null;
  const exporters = valueOf("OTEL_TRACES_EXPORTER") || "otlp";
  if (!exporters.split(",").some((name) => name.trim() === "otlp")) return null;
  if (!isHttpUrl(valueOf(endpoint))) {
    return { problem: `${endpoint} is not an HTTP URL, so no traces are sent.` };
  }
  const protocol =
    valueOf("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ||
    valueOf("OTEL_EXPORTER_OTLP_PROTOCOL") ||
    "http/protobuf";
  if (protocol === "http/json" || protocol === "http/protobuf") return { protocol };
  return {
    problem:
      "OTEL_EXPORTER_OTLP_PROTOCOL is neither http/protobuf nor http/json, so no traces are sent.",
  };
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
