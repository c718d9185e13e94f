import { createServer } from "node:net"
import type { Environment } from "../../server/platform/environment.server.ts"
import { sayAdministrator, sayFirstAdministratorLink } from "../first-administrator.ts"
import { giveUp, OperatorProblem, say } from "../operator.ts"

process.env["NODE_ENV"] ||= "production"
process.stdout.on("error", () => undefined)
process.stderr.on("error", () => undefined)

/** In milliseconds: a terminal and npm may each deliver the same Ctrl-C. */
const samePressWindow = 400
/** In milliseconds, after draining; the server itself gives running requests 10 s. */
let stopTimeout = 12_000

const closers: (() => Promise<void>)[] = []

/** Never settles: stopping ends the process. */
let stopping: Promise<never> | null = null

listenForStop()
try {
  await start()
} catch (error) {
  if (stopping) await stopping
  for (const close of closers) await close().catch(() => undefined)
  giveUp(error)
}

async function start(): Promise<void> {
  const { environment } = await import("../../server/platform/environment.server.ts")
  const { ensureWritable } = await import("../../server/platform/database/embedded-create.ts")
  const { openDatabase } = await import("../database.ts")
  const { loadServer } = await import("../server-build.ts")
  stopTimeout += environment.drainSeconds * 1000
  await ensureWritable(environment.dataDir)
  if (environment.role !== "worker") await checkPort(environment)
  // Web and worker processes may share the first one's embedded PostgreSQL.
  const database = await openDatabase(environment, "npm start", { share: environment.role !== "all" })
  closers.unshift(database.stop)
  const server = await loadServer()
  const slowNotice = setTimeout(() => say("Preparing the shop (its pictures take a while the first time) …"), 2_000)
  const prepared = await server.prepare()
  clearTimeout(slowNotice)
  if (prepared.seeded) say("The demonstration catalogue has been added")
  sayAdministrator(prepared)
  const running = await server.start()
  closers.unshift(running.stop)

  say()
  if (environment.role === "worker") say("Guinguette runs its jobs (no pages: ROLE=worker)")
  else {
    say(`Guinguette is open at ${running.url}`)
    sayFirstAdministratorLink(await server.createFirstAdministratorLink(running.url))
  }
  say("Ctrl-C stops it")
  say()
}

async function checkPort({ host, port }: Environment): Promise<void> {
  if (port === 0) return
  for (let waited = 0; ; waited += 200) {
    const code = await tryPort(host, port)
    if (code === null) return
    if (code === "EADDRINUSE" && waited < 2_000) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      continue
    }
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is already in use on ${host}. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
      EACCES: `Port ${port} is reserved to the administrator of this machine. Choose one above 1023: PORT=3000 npm start`,
      EADDRNOTAVAIL: `${host} is not an address of this machine. Correct HOST (0.0.0.0 means every address).`,
      ENOTFOUND: `The name ${host} is unknown. Correct HOST (0.0.0.0 means every address).`,
    }
    throw new OperatorProblem(
      reasons[code] ?? `Port ${port} on ${host} cannot be used (${code}). Correct HOST or PORT.`,
    )
  }
}

function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", (error) => resolve("code" in error ? String(error.code) : error.message))
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}

/** A second signal skips waiting, but still stops PostgreSQL cleanly. */
function listenForStop(): void {
  let firstSignalAt = 0
  let hurry: () => void = () => undefined
  const hurried = new Promise<void>((resolve) => (hurry = resolve))

  const stop = async (code: number) => {
    stopping = new Promise(() => undefined)
    for (const close of closers) {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, stopTimeout).unref())
      await Promise.race([
        close().catch(reportQuietly),
        hurried.then(() => pause(closers.at(-1) === close ? 5_000 : 0)),
        timeout,
      ])
    }
    process.exit(code)
  }
  const onSignal = () => {
    const now = Date.now()
    if (firstSignalAt === 0) {
      firstSignalAt = now
      say("Stopping …")
      void stop(0)
    } else if (now - firstSignalAt > samePressWindow) hurry()
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
  process.on("SIGHUP", onSignal)
  process.once("disconnect", onSignal)

  const logFailure = async (message: string, error: unknown, fatal: boolean) => {
    const { log } = await import("../../server/platform/log.ts")
    log.error(message, { error })
    if (fatal && firstSignalAt === 0) {
      firstSignalAt = Date.now()
      await stop(1)
    }
  }
  process.on("unhandledRejection", (error) => void logFailure("A promise was rejected and nobody looked", error, false))
  process.on("uncaughtException", (error) => void logFailure("An error was thrown where nobody caught it", error, true))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function reportQuietly(error: unknown): Promise<void> {
  const { log } = await import("../../server/platform/log.ts")
  log.warn("Something did not stop as it should", { error })
}
