import { type ChildProcess, execFile, spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { readFile, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { type Account, type Binaries, canReach } from "./embedded-files.ts"

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
  readonly ready: boolean
  readonly folder: string
  readonly startId: string
}

export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")
  const lines = text.split("\n").map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const startId = `${pid} ${lines[2]}`
  return {
    pid,
    port: Number(lines[3]) || 5432,
    socketFolder: lines[4] ?? "",
    ready: lines[7] === "ready",
    folder: lines[1] ?? "",
    startId,
  }
}

/** False in a copied folder, whose pid file names the original's server: never join or end that. */
export async function servesDataDir(postmaster: Postmaster, data: string): Promise<boolean> {
  // On Linux /proc/pid/cwd survives renames; elsewhere trust postmaster.pid.
  const workingFolder = await identity(`/proc/${postmaster.pid}/cwd`)
  return (workingFolder ?? (await identity(postmaster.folder))) === (await identity(data))
}

async function identity(folder: string): Promise<string | null> {
  const stats = await stat(folder, { bigint: true }).catch(() => null)
  return stats && `${stats.dev} ${stats.ino}`
}

export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === "linux") {
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
    const [, name = "", state = ""] = /^\d+ \((.*)\) (\S)/.exec(status) ?? []
    // Zombies (Z) hold nothing.
    return name.startsWith("postgres") && state !== "Z"
  }
  if (process.platform === "win32") return true
  const output = await promisify(execFile)("ps", ["-o", "comm=", "-p", String(pid)]).catch(() => null)
  return output === null || output.stdout.includes("postgres")
}

/**
 * PostgreSQL waits forever for any process with the recorded pid, and needs the file's other lines; call only when no
 * server uses the folder.
 */
export async function clearReusedPid(data: string): Promise<void> {
  const file = path.join(data, "postmaster.pid")
  const [first = "", ...rest] = (await readFile(file, "utf8").catch(() => "")).split("\n")
  if (isAlive(Number(first))) await writeFile(file, [String(UNUSED_PID), ...rest].join("\n"))
}

const UNUSED_PID = 2_000_000_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** PGOPTIONS would change the server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const allowed = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH"]
  const entries = allowed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: "C", TZ: "UTC" }
}

/** Passes the open folder when `account` cannot enter a parent. */
async function dataPathFor(data: string, account: Account): Promise<string> {
  return (await canReach(data, account)) ? data : "/proc/self/fd/3"
}

export async function launch(
  program: string,
  data: string,
  account: Account,
  argumentsFor: (name: string) => string[],
): Promise<ChildProcess> {
  return start([program, ...argumentsFor(await dataPathFor(data, account))], data, account, "ignore")
}

/** The pipe closes even on kill -9; the shell then stops the server. */
const supervisor = `
sockets=$1
shift
exec 4<&0 </dev/null
"$@" 4<&- &
server=$!
{ read -r nothing <&4; kill -INT "$server"; } 2>/dev/null &
watch=$!
exec 4<&-
wait "$server"
status=$?
kill "$watch" 2>/dev/null
rmdir "$sockets" 2>/dev/null
exit "$status"
`

export async function launchSupervised({
  postgres,
  data,
  account,
  settings,
  socketFolder,
}: {
  postgres: string
  data: string
  account: Account
  settings: string[]
  socketFolder: string
}): Promise<ChildProcess> {
  const command = [postgres, "-D", await dataPathFor(data, account), ...settings]
  if (process.platform === "win32") return start(command, data, account, "ignore")
  const shell = ["/bin/sh", "-c", supervisor, "guinguette-postgres", socketFolder, ...command]
  const child = start(shell, data, account, "pipe")
  child.stdin?.on("error", () => undefined)
  return child
}

function start(command: string[], data: string, account: Account, input: "pipe" | "ignore"): ChildProcess {
  const isWindows = process.platform === "win32"
  const [file = "", ...rest] = command
  const folder = isWindows ? null : openSync(data, "r")
  try {
    return spawn(file, rest, {
      // Ctrl-C must not stop it before our own work ends.
      detached: true,
      windowsHide: true,
      cwd: isWindows ? undefined : "/",
      env: cleanEnvironment(),
      stdio: [input, "pipe", "pipe", folder ?? "ignore"],
      ...account,
    })
  } finally {
    if (folder !== null) closeSync(folder)
  }
}

export async function shutDown(pid: number, data: string, binaries: Binaries): Promise<boolean> {
  if (process.platform === "win32") {
    await promisify(execFile)(binaries.pgCtl, ["stop", "-m", "fast", "-w", "-t", "20", "-D", data]).catch(() => null)
    return !isAlive(pid)
  }
  for (const [signal, seconds] of [
    ["SIGINT", 20],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return !isAlive(pid)
    }
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!(await isPostgres(pid))) return true
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return false
}
