/** A setup file of every suite: each test gets a scope. Vitest loads setup files again for every test file. */
import { aroundEach } from "vitest";

import { withTestScope } from "./test-scope.ts";

aroundEach(withTestScope);
