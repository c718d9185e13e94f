import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

/** Something an operator can put right; the message says how. */
export class Problem extends Error {}

/** Programs that we wait for: they end with us. */
export const children = new Set()

export function say(text, stream = process.stdout) {
  stream.write(`${text.replace(/^/gm, "  ")}\n`)
}

/** Says what begins, does it, says how long it took. */
export async function step(text, work) {
  const started = Date.now()
  say(`${text} …`)
  const result = await work()
  say(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/**
 * Two commands that start together in a fresh clone must not install or build over each other: the second waits.
 * A lock whose holder has died is taken over.
 */
export async function alone(work) {
  const folder = path.join(root, ".tmp")
  const file = path.join(folder, "setup.lock")
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new Problem(`This folder cannot be written (${error.code}): ${root}. Run as the user it belongs to.`)
  })
  let told = false
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
    if (await isLeft(file, holder)) await takeAway(file, holder)
    else {
      if (!told) say("Waiting for another command that installs or builds …")
      told = true
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

/** Whether a lock is nobody's: its holder has died, after it was made or before it could write its number into it. */
async function isLeft(file, holder) {
  const pid = Number(holder)
  if (pid > 0) return pid === process.pid || !lives(pid)
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > 10_000
}

/** Removes a lock that is nobody's. Whoever was faster has made one of their own by now: that one is given back. */
async function takeAway(file, holder) {
  const mine = `${file}.${process.pid}`
  const taken = await rename(file, mine).then(
    () => true,
    () => false,
  )
  if (!taken) return
  if ((await readFile(mine, "utf8").catch(() => "")) === holder) await rm(mine, { force: true })
  else await rename(mine, file)
}

function lives(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}
