import { loadServer } from "./server-build.ts"

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
  process.on("message", ({ job, at }: { job: string; at: string }) => {
    const outcome = server.runJob(job, new Date(at)).then(
      (done) => ({ done }),
      (error: unknown) => ({ failed: String(error) }),
    )
    void outcome.then((answer) => process.send?.(answer))
  })
  process.send?.({ url: running.url })
}
