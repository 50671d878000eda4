import type { Config } from "../../../server/settings/config.ts";
import type { InterceptBy } from "./intercept-by.ts";
import { isIntercepting, refuseInterceptBy } from "./intercept-by.ts";
import type { Interceptor } from "./intercepted.ts";

/** The interceptor of a command; null without `--intercept`, which then loads nothing. Throws `UsageError`. */
export async function interceptorOf(
  config: Config,
  by: InterceptBy | undefined,
  hasTraffic: () => boolean = () => false,
): Promise<Interceptor | null> {
  refuseInterceptBy(config, by);
  if (!isIntercepting(config)) return null;
  const { newInterceptor } = await import("./intercepted.ts");
  return newInterceptor(config, by ?? "proxy", hasTraffic);
}
