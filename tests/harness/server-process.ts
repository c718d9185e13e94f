import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import path from "node:path"
import { fileURLToPath } from "node:url"

/** The database of the demonstration shop, from which each browser test gets a copy. */
export const demonstrationTemplate = "template_demonstration"
/** Names the variable that holds the folder with the files of that shop. */
export const templateFiles = "TEST_DEMONSTRATION_FILES"
/** Names the variable by which servers and commands hash passwords in no time: they and the demonstration that they get alike. */
export const cheapHashes = "TEST_CHEAP_HASHES"
/** Its first administrator. */
export const administrator = { email: "proprietaire@guinguette.example", password: "lampions-et-guirlandes" }

export interface ServerProcess {
  /** What the server told when it was ready. */
  readonly told: unknown
  /** All that it printed until now. */
  printed(): string
  readonly child: ChildProcess
  /** What `npm run job -- name --at` that instant does, within this process; resolves with what the job did. */
  job(name: string, at: Date): Promise<string>
  /** SIGTERM, as an operator would; kill -9 after ten seconds. Resolves when the process is gone. */
  stop(): Promise<void>
}

/** Nothing of the machine's own settings reaches the server, but where its programs and temporary files are. */
const kept = ["PATH", "HOME", "TMPDIR", "SystemRoot", "TEMP", "TMP"]

const inherited = () =>
  Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/** Node's own words before those of a program. */
const nodeOptions = () =>
  process.env[cheapHashes] ? ["--import", fileURLToPath(new URL("hash-cheaply.ts", import.meta.url))] : []

/** Runs a command of the operator's to its end, and resolves with what it printed. Rejects, with all it said, when it fails. */
export async function runCommand(words: readonly string[], variables: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [...nodeOptions(), ...words], {
    env: { ...inherited(), NODE_ENV: "production", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let [printed, said] = ["", ""]
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 ? resolve(printed.trim()) : reject(new Error(`${words.join(" ")} ended (${code}). It said:\n${said}`)),
    )
  })
}

/**
 * Runs the built server in a process of its own and waits until it is ready (or, for `prepare`, done). What it prints is
 * kept in our memory, or goes to an open file: a benchmark has better things to do than to read a log.
 */
export async function runServer(
  what: "prepare" | "serve",
  variables: Record<string, string>,
  printsTo: "pipe" | number = "pipe",
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...nodeOptions(), path.resolve("bin/serve.ts"), what], {
    env: { ...inherited(), NODE_ENV: "production", ...variables },
    stdio: ["ignore", printsTo, printsTo, "ipc"],
  })
  let said = ""
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout?.on("data", hear)
  child.stderr?.on("data", hear)
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const told = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve)
    child.once("error", reject)
    child.once("close", (code) =>
      reject(new Error(`The server ended (${code}) before it was ready. It said:\n${said}`)),
    )
  })
  const stop = async () => {
    child.kill("SIGTERM")
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000)
    await gone
    clearTimeout(timer)
  }
  const job = async (name: string, at: Date) => {
    const answered = new Promise<unknown>((resolve) => child.once("message", resolve))
    child.send({ job: name, at: at.toISOString() })
    const { done, failed }: { done?: string; failed?: string } = Object(await Promise.race([answered, gone]))
    if (done === undefined) throw new Error(`The job ${name} failed: ${failed ?? "its server is gone"}`)
    return done
  }
  if (what === "prepare") await gone
  return { told, printed: () => said, child, job, stop }
}

/**
 * The next port to try: each worker has a thousand of its own, below those that systems give away by themselves, so that
 * nobody takes it while the server that is to listen on it starts.
 */
let next = 20_000 + (Number(process.env["TEST_PARALLEL_INDEX"] ?? 9) % 10) * 1000 + Math.floor(Math.random() * 1000)

/** A port that nobody listens on at this moment, and that is given once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = port % 1000 === 999 ? port - 999 : port + 1
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error),
    )
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
}
