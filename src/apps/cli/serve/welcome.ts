import { singleLine } from "../../../base/texts/visible.ts";
import type { ListeningSandbox, Sandbox } from "../../../server/sandbox/sandbox.ts";

type Described = ReturnType<Sandbox["describe"]>;
type DescribedKey = Described["firms"][number]["apiKeys"][number];

/**
 * The startup banner: URLs of the two planes and the console, what `adopts` says, and the firms, keys and
 * limits of the default workspace.
 */
export function welcome(
  workspace: Described,
  { url, controlUrl, https, proxy }: Omit<ListeningSandbox, "close">,
  adopts: string | null = null,
): string {
  return [
    "",
    `  lead-sandbox  ${url}`,
    ...(https === null ? [] : [`  HTTPS         ${https.url}`]),
    `  console       ${controlUrl}/`,
    `  control API   ${controlUrl}`,
    ...(https === null ? [] : [`  for clients   NODE_EXTRA_CA_CERTS=${https.certificateFile}`]),
    ...(proxy === null ? [] : proxyLines(proxy, controlUrl)),
    ...(adopts === null ? [] : [`  --adopt       ${singleLine(adopts)}`]),
    "",
    ...workspace.firms.flatMap(({ id, name, firmType, apiKeys }) => [
      `  Firm ${singleLine(id)}  ${singleLine(`${name} (${firmType})`)}`,
      ...apiKeys.map((key) => `    ${key.key}  ${key.roleType} ${key.environment}, ${limits(key)}`),
    ]),
    "",
    ...firstRequest(workspace, url),
    "",
  ].join("\n");
}

function proxyLines(
  { url, hosts }: NonNullable<ListeningSandbox["proxy"]>,
  controlUrl: string,
): readonly string[] {
  return [
    `  proxy         ${url}  for ${hosts.join(", ")}`,
    `  for clients   HTTPS_PROXY=${url}, and trust in ${controlUrl}/ca.crt`,
  ];
}

function limits({ quotaPerHour, burstPerMinute }: DescribedKey): string {
  if (quotaPerHour === null) return "no limit";
  return `${quotaPerHour} requests an hour, ${burstPerMinute} a minute`;
}

function firstRequest({ firms }: Described, url: string): readonly string[] {
  const [firm] = firms;
  const [key] = firm?.apiKeys ?? [];
  if (firm === undefined || key === undefined) return [];
  return [
    `  curl ${url}/v1/firms/${encodeURIComponent(firm.id)}/leads -H "X-API-Key: ${key.key}"`,
    "",
  ];
}
