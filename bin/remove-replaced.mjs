import { readdir, rm, stat, utimes } from "node:fs/promises"
import path from "node:path"

/** In milliseconds: a running shop and open pages still request replaced files. */
const retention = 24 * 60 * 60 * 1000

export async function removeReplaced(folder, startedAt, lastStartedAt) {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs: written } = await stat(file)
    if (written >= startedAt) continue
    if (written >= lastStartedAt) await utimes(file, (startedAt - 1) / 1000, (startedAt - 1) / 1000)
    else if (written < startedAt - retention) await rm(file)
  }
}
