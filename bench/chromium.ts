import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { findBrowser } from "../tests/harness/browser.ts"

/** The browser of the tests, waiting to be driven from outside. */
export type Chromium = { port: number; close(): Promise<void> }

const listening = /DevTools listening on ws:\/\/[^:]+:(\d+)\//

/** Starts it without a window and with a profile of its own, gone afterwards. */
export async function openChromium(): Promise<Chromium> {
  const { executablePath, args, env } = await findBrowser({ paints: true })
  const profile = await mkdtemp(path.join(os.tmpdir(), "guinguette-chromium-"))
  const own = [
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--no-first-run",
    "--disable-extensions",
    "about:blank",
  ]
  const child = spawn(executablePath, [...args, ...own], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  })
  const gone = once(child, "exit")
  let said = ""
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      const [, found] = listening.exec(said) ?? []
      if (found) resolve(Number(found))
    })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`Chromium ended (${code}). It said:\n${said}`)))
  })
  return {
    port,
    async close() {
      child.kill()
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
