import * as z from "zod";

import { withQuery } from "../calls/operation.ts";
import { textType } from "../calls/shapes.ts";
import { httpFile } from "./http-file.ts";
import { showRequest } from "./show-request.ts";

/** GET `W/requests.http`: the journal as requests to run, oldest first. Keys are variables. */
export const getRequestsHttp = withQuery({
  id: "get-requests-http",
  summary: "Export the journal as a file of requests for the HTTP clients of editors",
  level: "workspace",
  method: "GET",
  path: "/requests.http",
  query: z.strictObject({
    requestId: z.string().exactOptional().describe("Only this request"),
  }),
  answer: null,
  mediaType: textType,
  run({ registry, workspace, url }, { requestId }) {
    const requests = workspace.journal
      .entries()
      .filter(({ id }) => requestId === undefined || id === requestId)
      .toReversed()
      .map((entry) => showRequest(registry, entry));
    const about = { origin: new URL(url).origin, workspace: workspace.id };
    return { status: 200, body: httpFile(requests, about), mediaType: textType };
  },
});
