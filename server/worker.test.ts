import { expect, inject, onTestFinished, test, vi } from "vitest"
import { administer } from "../tests/harness/cluster.ts"
import { log } from "./platform/log.ts"
import { startWorker } from "./worker.ts"

test("jobs start once a database that went away is back", async () => {
  const name = new URL(process.env["DATABASE_URL"] ?? "").pathname.slice(1)
  const allow = (allowed: boolean) =>
    administer(inject("clusterUrl"), (client) => client.query(`alter database ${name} allow_connections ${allowed}`))
  const warn = vi.spyOn(log, "warn")
  onTestFinished(() => warn.mockRestore())
  await allow(false)
  const starting = startWorker()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringMatching(/went away/), expect.anything()))
  await allow(true)
  const worker = await starting
  await worker.stop()
})
