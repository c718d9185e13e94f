import { type ChildProcess, spawn } from "node:child_process"

const running = new Set<ChildProcess>()

/** Runs a script on this Node. `shown` lets it write to the terminal itself; else what it said is in the answer. */
export async function run(
  command: readonly string[],
  options: { shown?: boolean; env?: Record<string, string> } = {},
): Promise<{ code: number; said: string; seconds: number }> {
  const started = Date.now()
  const output = options.shown ? "inherit" : "pipe"
  const child = spawn(process.execPath, [...command], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", output, output],
  })
  running.add(child)
  let said = ""
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout?.on("data", hear)
  child.stderr?.on("data", hear)
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      said += error.message
      resolve(1)
    })
    child.once("close", (status) => resolve(status ?? 1))
  })
  running.delete(child)
  return { code, said, seconds: (Date.now() - started) / 1000 }
}

export function killAll(): void {
  for (const child of running) child.kill("SIGTERM")
}
