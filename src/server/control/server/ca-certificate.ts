import type { Handler } from "hono";

import type { ServerInfo } from "./server-info.ts";

/** The path of the certificate that clients must trust. */
export const caCertificatePath = "/_sandbox/ca.crt";

/**
 * GET `/_sandbox/ca.crt`: the certificate of the local authority as PEM. It is public; the private key is never
 * served.
 */
export function caCertificate({ caCertificate: current }: ServerInfo): Handler {
  return function sendCertificate(c) {
    const certificate = current();
    if (certificate === null) {
      const message = "This sandbox has no certificate authority: HTTPS is off.";
      return c.json({ message, hint: "Start it with --https or --proxy-port." }, 404);
    }
    return c.body(certificate, 200, { "content-type": "application/x-x509-ca-cert" });
  };
}
