import { createServer } from "vite"
import { sayAdministrator, sayFirstAdministratorLink } from "../first-administrator.ts"
import { giveUp, say } from "../operator.ts"
import type { Server } from "../server-build.ts"

process.env["NODE_ENV"] = "development"
// Vite serves the pages; the server only runs the jobs.
process.env["ROLE"] = "worker"

try {
  await develop()
} catch (error) {
  giveUp(error)
}

async function develop(): Promise<void> {
  const { environment } = await import("../../server/platform/environment.server.ts")
  const { openDatabase } = await import("../database.ts")
  const database = await openDatabase(environment, "npm run dev", { share: false })
  try {
    const vite = await createServer({ server: { host: environment.host, port: environment.port, strictPort: true } })
    const server = (await vite.ssrLoadModule("/server/main.ts")) as unknown as Server
    const slowNotice = setTimeout(() => say("Preparing the shop (its pictures take a while the first time) …"), 2_000)
    const prepared = await server.prepare()
    clearTimeout(slowNotice)
    const worker = await server.start()
    await vite.listen()
    say()
    say(`Guinguette in development at ${environment.origin}`)
    sayAdministrator(prepared)
    sayFirstAdministratorLink(await server.createFirstAdministratorLink(environment.origin))
    say("Changes appear by themselves; a change to a job needs a new start. Ctrl-C stops it")
    say()
    let stopping = false
    const stop = async () => {
      if (stopping) return
      stopping = true
      await Promise.allSettled([vite.close(), worker.stop()])
      await database.stop()
      process.exit(0)
    }
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) {
      // Vite's own handlers exit without waiting for PostgreSQL.
      process.removeAllListeners(signal)
      process.on(signal, () => void stop())
    }
  } catch (error) {
    await database.stop()
    giveUp(error)
  }
}
