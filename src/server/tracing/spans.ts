/** Sends a span for each emulated request to a collector of OpenTelemetry. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import type { Sampler } from "@opentelemetry/sdk-trace";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

import { clearTimeout, setTimeout } from "../../base/values/native-timers.ts";
import type { TraceProtocol } from "./wanted.ts";

/** What a span shows of a request: neither keys, paths, bodies nor people. */
export interface TracedRequest {
  readonly method: string;
  readonly operationId: string | null;
  /** 0 if the client got no answer. */
  readonly status: number;
  /** The end of the request in epoch milliseconds. */
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly rules: readonly { readonly id: string }[];
  /** The header `traceparent`, from which the parent of the span follows. */
  readonly traceparent: string | null;
}

export interface Spans {
  readonly add: (request: TracedRequest) => void;
  /** Sends what is left, for at most two seconds. A collector that does not answer may keep a socket and timers open. */
  readonly end: () => Promise<void>;
}

const endMs = 2_000;
const methods: ReadonlySet<string> = new Set(
  "GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY".split(" "),
);

/** The exporters read address, headers, certificates and time limit from their standard variables. */
export function newSpans(
  protocol: TraceProtocol,
  version: string,
  environment: Readonly<Record<string, string | undefined>>,
): Spans {
  const provider = providerOf(protocol, version, environment);
  const tracer = provider.getTracer("lead-sandbox", version);
  return {
    add({ method, operationId, status, receivedAt, durationMs, rules, traceparent }) {
      const parent = traceparent === null ? null : parseTraceParent(traceparent);
      const context =
        parent === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
      const known = methods.has(method) ? method : "_OTHER";
      const span = tracer.startSpan(
        operationId ?? (known === "_OTHER" ? "HTTP" : known),
        {
          kind: SpanKind.SERVER,
          startTime: receivedAt - durationMs,
          attributes: {
            "http.request.method": known,
            ...(status === 0 ? {} : { "http.response.status_code": status }),
            ...(operationId === null ? {} : { "lead_sandbox.operation": operationId }),
            "lead_sandbox.rules": rules.map(({ id }) => id),
          },
        },
        context,
      );
      if (status === 0 || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(receivedAt);
    },
    async end() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, endMs);
      await Promise.race([provider.shutdown().catch(() => {}), promise]);
      clearTimeout(timer);
    },
  };
}

function providerOf(
  ...[protocol, version, environment]: Parameters<typeof newSpans>
): TracerProvider {
  const exporter = protocol === "http/json" ? new JsonExporter() : new ProtobufExporter();
  const own = resourceFromAttributes({
    "service.name": "lead-sandbox",
    "service.version": version,
  });
  return new TracerProvider({
    sampler: samplerOf(environment),
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
}

/** By `OTEL_TRACES_SAMPLER` and its argument; an unknown name means the default, as the specification asks. */
function samplerOf(environment: Readonly<Record<string, string | undefined>>): Sampler {
  const given = environment["OTEL_TRACES_SAMPLER_ARG"]?.trim() ?? "";
  const ratio = given !== "" && Number(given) >= 0 && Number(given) <= 1 ? Number(given) : 1;
  switch (environment["OTEL_TRACES_SAMPLER"]?.trim() ?? "") {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(ratio);
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
    default:
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
}
