import * as z from "zod";

import { asJson } from "../../../base/values/json.ts";
import { switched } from "../../../domain/rules/trace.ts";
import { JsonValue } from "../../../world/workspace/fixtures/world-shape.ts";
import { unknown } from "../calls/control-error.ts";
import { withQuery } from "../calls/operation.ts";
import { showRequest } from "./show-request.ts";

/** GET `W/pact`: the traffic since the start of the workspace, as a pact that verifies against a fresh sandbox. */
export const getPact = withQuery({
  id: "get-pact",
  summary: "Export the recorded traffic as a Pact V4 file",
  method: "GET",
  path: "/pact",
  query: z.strictObject({
    consumer: z.string().default("recorded-client").describe("Name of the consumer in the pact"),
    provider: z.string().default("lead-api").describe("Name of the provider in the pact"),
    requestId: z.string().exactOptional().describe("Only this request of the journal"),
  }),
  answer: z.strictObject({
    consumer: z.strictObject({ name: z.string() }),
    provider: z.strictObject({ name: z.string() }),
    interactions: z.array(z.record(z.string(), JsonValue())),
    metadata: z.record(z.string(), JsonValue()),
  }),
  run({ registry, server, workspace }, { requestId, ...names }) {
    const requests = workspace.journal
      .entries()
      .filter(({ id }) => requestId === undefined || id === requestId)
      .toReversed();
    if (requestId !== undefined && requests.length === 0) {
      throw unknown("request", requestId, "GET requests lists the journal.");
    }
    const { add, pact } = server.newRecording(switched(workspace.assumptions()));
    for (const entry of requests) add(showRequest(registry, entry));
    return { status: 200, json: asJson(pact(names)) };
  },
});
