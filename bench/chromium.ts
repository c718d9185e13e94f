import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { findBrowser } from "../tests/harness/browser.ts"

type Chromium = { port: number; close(): Promise<void> }

const listening = /DevTools listening on ws:\/\/[^:]+:(\d+)\//

export async function openChromium(): Promise<Chromium> {
  const { executablePath, args, env } = await findBrowser({ paints: true })
  const profile = await mkdtemp(path.join(os.tmpdir(), "guinguette-chromium-"))
  const flags = [
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--no-first-run",
    "--disable-extensions",
    "about:blank",
  ]
  const child = spawn(executablePath, [...args, ...flags], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  })
  const gone = once(child, "exit")
  let output = ""
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
      const [, match] = listening.exec(output) ?? []
      if (match) resolve(Number(match))
    })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`Chromium ended (${code}). It said:\n${output}`)))
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
