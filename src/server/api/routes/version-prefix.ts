import { hasVersion } from "../../../domain/model/request-target.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import { versionPrefix } from "./operation-finder.ts";

/** Throws the 404 for a path without a version segment in a workspace that requires one (rule http.version-prefix). */
export function refuseUnversioned({ path, trace }: Pick<RequestContext, "path" | "trace">): void {
  if (hasVersion(path) || trace.choice("http.version-prefix") === "optional") return;
  throw new ApiError({
    status: 404,
    rules: ["http.version-prefix"],
    reason: `This workspace requires the version segment: send the request to ${versionPrefix}${path}.`,
  });
}
