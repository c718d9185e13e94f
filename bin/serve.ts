import { loadServer } from "./server-build.ts"

// The built server alone, on a database that is ready, for tests and benchmarks: `prepare` makes the database of
// DATABASE_URL ready and ends, `serve` serves until SIGTERM, and runs a job when asked. The one who started us is told the
// outcome by message.
process.env["NODE_ENV"] ||= "production"

const server = await loadServer()
if (process.argv[2] === "prepare") {
  const prepared = await server.prepare()
  process.send?.(prepared, () => process.exit(0))
} else {
  const running = await server.start()
  const stop = () => void running.stop().finally(() => process.exit(0))
  process.once("SIGTERM", stop)
  process.once("disconnect", stop)
  // What `npm run job` does, without a second process.
  process.on("message", ({ job, at }: { job: string; at: string }) => {
    const told = server.runJob(job, new Date(at)).then(
      (done) => ({ done }),
      (error: unknown) => ({ failed: String(error) }),
    )
    void told.then((answer) => process.send?.(answer))
  })
  process.send?.({ url: running.url })
}
