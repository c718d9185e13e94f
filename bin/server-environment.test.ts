import path from "node:path"
import { expect, test } from "vitest"

const { serverEnvironment } = (await import(path.resolve("bin/server-environment.mjs"))) as {
  serverEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv
}

test("the server returns picture memory to the system, unless its operator decides otherwise", () => {
  expect(serverEnvironment({ PORT: "1" })).toEqual({ PORT: "1", MALLOC_MMAP_THRESHOLD_: "131072" })
  expect(serverEnvironment({ MALLOC_MMAP_THRESHOLD_: "1" })).toEqual({ MALLOC_MMAP_THRESHOLD_: "1" })
})
