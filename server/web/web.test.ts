import { afterEach, expect, test, vi } from "vitest"
import { log } from "../platform/log.ts"
import { warnWithoutOrigin } from "./web.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

test("a start without ORIGIN warns only a server that is reachable from outside", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined)
  const origin = "http://192.168.1.20:3000"
  warnWithoutOrigin({ isOriginConfigured: true, host: "0.0.0.0", origin })
  warnWithoutOrigin({ isOriginConfigured: false, host: "127.0.0.1", origin: "http://localhost:3000" })
  expect(warn).not.toHaveBeenCalled()
  warnWithoutOrigin({ isOriginConfigured: false, host: "0.0.0.0", origin })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("ORIGIN is not set"), { host: "0.0.0.0", origin })
})
