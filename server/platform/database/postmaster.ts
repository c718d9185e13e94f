import { type ChildProcess, execFile, spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { readFile, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"
import { type Account, type Binaries, reachable } from "./embedded-files.ts"

/** What the running server writes about itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Empty on Windows. */
  readonly socketFolder: string
  readonly ready: boolean
  /** The data folder, as the server names it. */
  readonly folder: string
  /** Differs from one start to the next. */
  readonly startedAs: string
}

export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")
  const lines = text.split("\n").map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const startedAs = `${pid} ${lines[2]}`
  return {
    pid,
    port: Number(lines[3]) || 5432,
    socketFolder: lines[4] ?? "",
    ready: lines[7] === "ready",
    folder: lines[1] ?? "",
    startedAs,
  }
}

/**
 * True when the PostgreSQL that `postmaster.pid` tells of works on this very folder. In a copy of a data folder, made
 * while it was in use, the file tells of the original's server: that one must neither be joined nor ended.
 */
export async function worksOn(found: Postmaster, data: string): Promise<boolean> {
  // A server stands in its folder, however that was named or moved since; elsewhere its own word must do.
  const standsIn = await identity(`/proc/${found.pid}/cwd`)
  return (standsIn ?? (await identity(found.folder))) === (await identity(data))
}

async function identity(folder: string): Promise<string | null> {
  const found = await stat(folder, { bigint: true }).catch(() => null)
  return found && `${found.dev} ${found.ino}`
}

/** True when process `pid` lives and is a PostgreSQL: numbers are reused, after a restart of the machine above all. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === "linux") {
    const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
    const [, name = "", state = ""] = /^\d+ \((.*)\) (\S)/.exec(status) ?? []
    // A dead process that nobody has buried (Z) does not hold anything any more.
    return name.startsWith("postgres") && state !== "Z"
  }
  if (process.platform === "win32") return true
  const listed = await promisify(execFile)("ps", ["-o", "comm=", "-p", String(pid)]).catch(() => null)
  return listed === null || listed.stdout.includes("postgres")
}

/**
 * After a kill -9 PostgreSQL finds its old `postmaster.pid` and recovers, unless the number in it now belongs to some
 * other process: it would wait for that one for ever. The rest of the file stays, because it is how PostgreSQL notices
 * that remains of the killed server are still at work. Call it only when no PostgreSQL works on the folder.
 */
export async function forgetReusedNumber(data: string): Promise<void> {
  const file = path.join(data, "postmaster.pid")
  const [first = "", ...rest] = (await readFile(file, "utf8").catch(() => "")).split("\n")
  if (isAlive(Number(first))) await writeFile(file, [String(noProcess), ...rest].join("\n"))
}

/** Above the highest process number of any system. */
const noProcess = 2_000_000_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Nothing of ours in PostgreSQL's environment: PGOPTIONS and the like would change it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH"]
  const entries = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: "C", TZ: "UTC" }
}

/**
 * How `account` names the folder `data`. When a folder above is closed to it (root's home, say), it is handed the open
 * folder itself, as descriptor 3.
 */
async function enter(data: string, account: Account): Promise<string> {
  return (await reachable(data, account)) ? data : "/proc/self/fd/3"
}

/** Starts a program on the data folder as `account`; `argumentsFor` receives the name the folder has for it. */
export async function launch(
  program: string,
  data: string,
  account: Account,
  argumentsFor: (name: string) => string[],
): Promise<ChildProcess> {
  return start([program, ...argumentsFor(await enter(data, account))], data, account, "ignore")
}

/**
 * A shell stands between us and the server: our end of the pipe on its standard input closes however we die, kill -9
 * included, and it then asks the server for a fast shutdown.
 */
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

/** Starts the server so that it ends when we do; the socket folder goes with it. */
export async function launchSupervised(
  postgres: string,
  data: string,
  account: Account,
  settings: string[],
  socketFolder: string,
): Promise<ChildProcess> {
  const command = [postgres, "-D", await enter(data, account), ...settings]
  if (process.platform === "win32") return start(command, data, account, "ignore")
  const shell = ["/bin/sh", "-c", supervisor, "guinguette-postgres", socketFolder, ...command]
  const child = start(shell, data, account, "pipe")
  // Nothing is ever written to it, but a pipe may report that its reader is gone: its exit tells us.
  child.stdin?.on("error", () => undefined)
  return child
}

function start(command: string[], data: string, account: Account, input: "pipe" | "ignore"): ChildProcess {
  const windows = process.platform === "win32"
  const [file = "", ...rest] = command
  const folder = windows ? null : openSync(data, "r")
  try {
    return spawn(file, rest, {
      // In its own session a Ctrl-C of the terminal does not reach it: we stop it, after our own work.
      detached: true,
      windowsHide: true,
      cwd: windows ? undefined : "/",
      env: cleanEnvironment(),
      stdio: [input, "pipe", "pipe", folder ?? "ignore"],
      ...account,
    })
  } finally {
    if (folder !== null) closeSync(folder)
  }
}

/** Asks the server for a fast shutdown and waits until it is gone, more and more firmly. Answers false if it never is. */
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
