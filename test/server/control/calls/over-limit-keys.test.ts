import { describe, expect, it } from "vitest";

import { isRemote } from "../../../support/target.ts";
import { ids } from "../../../support/world.ts";
import { dataFolder, newWorkspace, served } from "../../../world/workspace/served.ts";

describe.skipIf(isRemote)("a request that a limit rejects", () => {
  it.each([{}, { data: true }])(
    "http.atomic: leaves its Idempotency-Key unused, with %j (7)",
    async ({ data = false }) => {
      const sandbox = served({
        workspaceBytesMax: 800_000,
        ...(data ? { data: dataFolder() } : {}),
      });
      const key = await newWorkspace(sandbox, { id: "small" });
      const choice = { "http.idempotency-key": "409" };
      await sandbox.control("PUT", "/workspaces/small/assumptions", choice);
      const send = async (notes: string): Promise<number> => {
        const person = { email: "ida@example.com", firstName: "Ida", lastName: "Ito" };
        const request = new Request(`http://127.0.0.1/v1/firms/${ids.partnerFirm}/leads`, {
          method: "POST",
          headers: {
            "x-api-key": key,
            "content-type": "application/json",
            "idempotency-key": "one",
          },
          body: JSON.stringify({ ...person, clientData: { notes } }),
        });
        return (await sandbox.fetch(request)).status;
      };
      expect(await send("x".repeat(900_000))).toBe(500);
      expect(await send("small enough")).toBe(201);
      expect(await send("small enough")).toBe(409);
    },
  );
});
