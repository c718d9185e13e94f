import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, open, readFile, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"

/** The built server, with the demonstration catalogue, in a process of its own. */
export type Shop = { url: string; close(): Promise<void> }

/** Serves the shop of an empty database on a free port, as `npm start` does with ROLE=web. */
export async function openShop(databaseUrl: string): Promise<Shop> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-bench-"))
  const logFile = path.join(dataDir, "server.log")
  const log = await open(logFile, "a")
  const environment = {
    PATH: process.env["PATH"], DATABASE_URL: databaseUrl, DATA_DIR: dataDir,
    NODE_ENV: "production", ROLE: "web", SEED: "demo", HOST: "127.0.0.1", PORT: "0",
  }
  const serve = (words: string[]) =>
    startProcess("bin/serve.ts", words, { env: environment, stdio: ["ignore", log.fd, log.fd, "ipc"] })
  try {
    const preparing = await serve(["prepare"])
    await ended(preparing.child)
    const serving = await serve(["serve"])
    const close = async () => {
      await stopProcess(serving.child)
      await log.close()
      await rm(dataDir, { recursive: true, force: true })
    }
    // Under this name there is one address only, and nothing is looked up.
    return { url: addressIn(serving.message).replace("localhost", "127.0.0.1"), close }
  } catch (error) {
    const said = await readFile(logFile, "utf8")
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`The built server did not start:\n${said.trim().slice(-2000)}`, { cause: error })
  }
}

/** Starts a program of ours and waits for its first message. Throws when it ends without one. */
export async function startProcess(
  file: string,
  words: readonly string[],
  options: Parameters<typeof fork>[2] = {},
): Promise<{ child: ChildProcess; message: unknown }> {
  const child = fork(file, words, options)
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code, signal]) => {
      throw new Error(`${file} ended (${code ?? signal}) without a word`)
    }),
  ])
  return { child, message }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const gone = ended(child)
  child.kill("SIGTERM")
  await gone
}

/** The `url` that a server says it listens on. */
export function addressIn(message: unknown): string {
  const url = typeof message === "object" && message !== null && "url" in message ? message.url : null
  if (typeof url !== "string") throw new Error("The server did not say where it listens")
  return url
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
}
