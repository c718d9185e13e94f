import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const demonstrationTemplate = "template_demonstration"
export const templateFiles = "TEST_DEMONSTRATION_FILES"
/** Servers, commands and the demonstration must hash passwords alike. */
export const cheapHashes = "TEST_CHEAP_HASHES"
export const administrator = { email: "proprietaire@guinguette.example", password: "lampions-et-guirlandes" }

export interface ServerProcess {
  readonly readyMessage: unknown
  printed(): string
  readonly child: ChildProcess
  job(name: string, at: Date): Promise<string>
  stop(): Promise<void>
}

/** Keeps the machine's own settings from the server, except these. */
const inheritedVariables = ["PATH", "HOME", "TMPDIR", "SystemRoot", "TEMP", "TMP"]

const inherited = () =>
  Object.fromEntries(inheritedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

const nodeOptions = () =>
  process.env[cheapHashes] ? ["--import", fileURLToPath(new URL("hash-cheaply.ts", import.meta.url))] : []

/** Rejects with the whole output when the command fails. */
export async function runCommand(words: readonly string[], variables: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [...nodeOptions(), ...words], {
    env: { ...inherited(), NODE_ENV: "production", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let [printed, errorOutput] = ["", ""]
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (errorOutput += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0
        ? resolve(printed.trim())
        : reject(new Error(`${words.join(" ")} ended (${code}). It said:\n${errorOutput}`)),
    )
  })
}

/**
 * Waits until the built server is ready (or, for `prepare`, done). A benchmark sends its output to a file instead of
 * our memory.
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
  let output = ""
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on("data", hear)
  child.stderr?.on("data", hear)
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const readyMessage = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve)
    child.once("error", reject)
    child.once("close", (code) =>
      reject(new Error(`The server ended (${code}) before it was ready. It said:\n${output}`)),
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
  return { readyMessage, printed: () => output, child, job, stop }
}

/** Each worker has a thousand ports below the ephemeral range, so that nobody takes one while its server starts. */
let next = 20_000 + (Number(process.env["TEST_PARALLEL_INDEX"] ?? 9) % 10) * 1000 + Math.floor(Math.random() * 1000)

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
