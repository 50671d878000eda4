import { describe, expect, it } from "vitest";

import {
  addressIn,
  evaluatedIn,
  hardened,
  images,
  lowPorts,
  ownName,
  ownNetwork,
  runToEnd,
  startHealthy,
  whyNoImages,
} from "./podman.ts";

const reason = whyNoImages("test/image/hard-coded.test.ts");
const host = "leads.lender.example";
const clients = ["global fetch", "axios", "got", "undici.request"];

/** Starts a server on port 443 for the provider's host, with the production environment of the Partner API. */
async function startProvider(network: string, volume: string) {
  const settings = [
    "--env=LEAD_SANDBOX_HTTPS=on",
    "--env=LEAD_SANDBOX_HTTPS_PORT=443",
    "--env=LEAD_SANDBOX_TLS_DIR=/data/tls",
    "--env=LEAD_SANDBOX_CA_FILE=/ca/ca.crt",
    `--env=LEAD_SANDBOX_SURFACE_HOSTS=partner-production=${host}`,
  ];
  const name = await startHealthy([], {
    options: [...hardened, ...settings, lowPorts, `--network=${network}`, `--volume=${volume}:/ca`],
  });
  return { name, address: await addressIn(network, name) };
}

/** Runs the clients in a container of the base image. */
async function runClients(options: readonly string[]): Promise<unknown> {
  const project = ["node_modules", "test", "package.json"].map(
    (name) => `--volume=${process.cwd()}/${name}:/client/${name}:ro`,
  );
  const { code, stdout, stderr } = await runToEnd(
    ["node", "/client/test/image/client-program.ts"],
    {
      image: images.base,
      options: [...hardened, "--user=1000:1000", ...project, ...options],
    },
  );
  if (code !== 0) throw new Error(`The clients ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

const surfacesAsked = `
  const response = await fetch("http://127.0.0.1:4610/_sandbox/requests");
  const { data } = await response.json();
  console.log(JSON.stringify(data.map(({ surface }) => surface)));
`;

describe.skipIf(reason !== null)(
  `clients in a container, with the provider's host hard-coded${reason ?? ""}`,
  () => {
    it("reach the sandbox in another container by the host's alias over HTTPS, when they trust its authority", async () => {
      const network = await ownNetwork();
      const volume = ownName("volume");
      const { name, address } = await startProvider(network, volume);
      const aliased = [`--network=${network}`, `--add-host=${host}:${address}`];
      const authority = `--volume=${volume}:/trusted:ro`;
      const trusting = [...aliased, authority, "--env=NODE_EXTRA_CA_CERTS=/trusted/ca.crt"];
      expect(await runClients(trusting)).toEqual(
        Object.fromEntries(clients.map((client) => [client, 200])),
      );
      expect(await runClients(aliased)).toEqual(
        Object.fromEntries(clients.map((client) => [client, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])),
      );
      expect(JSON.parse(await evaluatedIn(name, surfacesAsked))).toEqual(
        clients.map(() => "partner-production"),
      );
    }, 120_000);
  },
);
