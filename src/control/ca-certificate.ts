import type { Handler } from "hono";

import type { ServerInfo } from "./server-info.ts";

/** The path of the certificate that clients must trust. */
export const caCertificatePath = "/_sandbox/ca.crt";

/**
 * GET `/_sandbox/ca.crt`: the certificate of the local authority as PEM. It is public; the private key is never
 * served.
 */
export function caCertificate({ https }: ServerInfo): Handler {
  return function sendCertificate(c) {
    const served = https();
    if (served === null) {
      const message = "This sandbox has no certificate authority: HTTPS is off.";
      return c.json({ message, hint: "Start it with --https." }, 404);
    }
    return c.body(served.certificate, 200, { "content-type": "application/x-x509-ca-cert" });
  };
}
