import { type ChildProcess, spawn } from "node:child_process"

const running = new Set<ChildProcess>()

export async function run(
  command: readonly string[],
  options: { inheritOutput?: boolean; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string; seconds: number }> {
  const started = Date.now()
  const stdio = options.inheritOutput ? "inherit" : "pipe"
  const child = spawn(process.execPath, [...command], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", stdio, stdio],
  })
  running.add(child)
  let output = ""
  const append = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on("data", append)
  child.stderr?.on("data", append)
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      output += error.message
      resolve(1)
    })
    child.once("close", (status) => resolve(status ?? 1))
  })
  running.delete(child)
  return { code, output, seconds: (Date.now() - started) / 1000 }
}

export function killAll(): void {
  for (const child of running) child.kill("SIGTERM")
}
