import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

export class Problem extends Error {}

export const children = new Set()

export function say(text, stream = process.stdout) {
  stream.write(`${text.replace(/^/gm, "  ")}\n`)
}

export async function step(text, work) {
  const started = Date.now()
  say(`${text} …`)
  const result = await work()
  say(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Commands starting together must not install or build over each other. Takes over a dead holder's lock. */
export async function withSetupLock(work) {
  const folder = path.join(root, ".tmp")
  const file = path.join(folder, "setup.lock")
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new Problem(`This folder cannot be written (${error.code}): ${root}. Run as the user it belongs to.`)
  })
  let announced = false
  for (;;) {
    const handle = await open(file, "wx").catch((error) => {
      if (error.code === "EEXIST") return null
      throw new Problem(`This folder cannot be written (${error.code}): ${folder}. Run as the user it belongs to.`)
    })
    if (handle) {
      await handle.writeFile(String(process.pid))
      await handle.close()
      break
    }
    const holder = await readFile(file, "utf8").catch(() => "")
    if (await isStale(file, holder)) await breakLock(file, holder)
    else {
      if (!announced) say("Waiting for another command that installs or builds …")
      announced = true
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function isStale(file, holder) {
  const pid = Number(holder)
  if (pid > 0) return pid === process.pid || !isAlive(pid)
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > 10_000
}

/** Renames before deleting, so that a lock another process has just taken can be put back. */
async function breakLock(file, holder) {
  const claimed = `${file}.${process.pid}`
  const moved = await rename(file, claimed).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await readFile(claimed, "utf8").catch(() => "")) === holder) await rm(claimed, { force: true })
  else await rename(claimed, file)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}
