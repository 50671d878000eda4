/** Cross-field validation of settings. */
import { isOwnHost, plainHost } from "../../world/mail/mail-host.ts";
import { addressed } from "../../world/mail/recipients.ts";
import { smtpServer } from "../../world/mail/smtp-url.ts";
import type { Config } from "./settings.ts";

/** An invalid setting and the reason. */
export type Problem = readonly [setting: string, message: string];

function* portProblems(config: Config): Generator<Problem> {
  const { https, httpsPort, port: main, surfacePorts, proxyPort } = config;
  const served = [main, httpsPort, ...Object.values(surfacePorts)];
  if (proxyPort !== null && proxyPort !== 0 && served.includes(proxyPort)) {
    yield ["proxyPort", "The sandbox itself listens on this port. Choose another one"];
  }
  if (config.otherHosts !== undefined && proxyPort === null && config.intercept === null) {
    yield ["otherHosts", "It is about the proxy; start that with --intercept or --proxy-port"];
  }
  if (httpsPort === null) return;
  if (!https) yield ["httpsPort", "HTTPS is off; turn it on with --https"];
  const taken = [main, ...Object.values(surfacePorts)];
  if (httpsPort !== 0 && taken.includes(httpsPort)) {
    yield [
      "httpsPort",
      "This port serves plain HTTP. Choose another one, or leave --https-port out and every port serves both",
    ];
  }
}

function* mailProblems(config: Config): Generator<Problem> {
  const hosts = {
    smtpUrl: smtpServer(config.smtpUrl ?? "")?.host,
    mailpitUrl: config.mailpitUrl === null ? undefined : new URL(config.mailpitUrl).hostname,
  };
  const allowed = new Set(config.allowSmtpHost.map(plainHost));
  for (const [name, named] of Object.entries(hosts)) {
    const host = plainHost(named ?? "");
    if (host === "" || isOwnHost(host) || allowed.has(host)) continue;
    yield [
      name,
      `${host} is not a loopback or private host. Allow it with --allow-smtp-host ${host}`,
    ];
  }
  const { smtpRewriteTo: rewriteTo, smtpDomains: domains } = config;
  const envelope = addressed(rewriteTo === null ? [] : [rewriteTo], { rewriteTo: null, domains });
  if (!envelope.ok) {
    yield [
      "smtpRewriteTo",
      `It is not in the allowed domains. Expected an address of ${domains.join(", ")}`,
    ];
  }
}

/** Whether strangers cannot reach the port, or the user allowed them to bring a key. */
export function adoptsAnyKey({ adoptFromNetwork, host }: Config): boolean {
  return adoptFromNetwork || isLoopbackAddress(host);
}

/** Whether other machines reach the control API, and need no token for it. */
export function isOpenToNetwork({ host, controlToken }: Config): boolean {
  return controlToken === null && !isLoopbackAddress(host);
}

function* adoptProblems(config: Config): Generator<Problem> {
  const { adopt, host } = config;
  if (adopt === null || adoptsAnyKey(config)) return;
  yield [
    "adopt",
    `With --host ${host}, everyone who reaches the port can enter the default workspace with a key of their own. Serve on 127.0.0.1, or allow it with --adopt-from-network`,
  ];
}

function* isolationProblems({ isolate, controlToken }: Config): Generator<Problem> {
  if (!isolate || controlToken !== null) return;
  yield ["isolate", "The tokens of workspaces follow from --control-token. Set one, too"];
}

function isLoopbackAddress(host: string): boolean {
  return /^(?:localhost|\[?(?:::ffff:)?127(?:\.\d{1,3}){3}\]?|\[?::1\]?)$/i.test(host);
}

/** Problems between settings that are valid on their own. Each problem names the setting to change. */
export function problemsBetween(config: Config): readonly Problem[] {
  const problems = [portProblems, mailProblems, adoptProblems, isolationProblems];
  return problems.flatMap((problemsIn) => [...problemsIn(config)]);
}
