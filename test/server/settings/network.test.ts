import { expect, it } from "vitest";

import { readConfig } from "../../../src/server/settings/config.ts";
import { isOpenToNetwork } from "../../../src/server/settings/cross-field-validation.ts";

it.each([
  ["0.0.0.0", true],
  ["::", true],
  ["192.0.2.2", true],
  ["127.0.0.1", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["localhost", false],
])("--host %s without a control token is open to the network: %s", (host, isOpen) => {
  expect(isOpenToNetwork(readConfig({ flags: { host } }))).toBe(isOpen);
  const controlToken = "0123456789abcdef0123456789abcdef";
  expect(isOpenToNetwork(readConfig({ flags: { host, controlToken } }))).toBe(false);
});
