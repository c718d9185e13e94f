import { readdir, rm, stat, utimes } from "node:fs/promises"
import path from "node:path"

/** How long what a build replaces stays: the shop that runs, and its open pages, still ask for it. In milliseconds. */
const stays = 24 * 60 * 60 * 1000

/**
 * Removes the files that no build has written for `stays`: of those that the build begun then did not write, the ones of
 * the build before it, begun then, are replaced from now on.
 */
export async function removeReplaced(folder, begun, lastBegun) {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const { mtimeMs: written } = await stat(file)
    if (written >= begun) continue
    if (written >= lastBegun) await utimes(file, (begun - 1) / 1000, (begun - 1) / 1000)
    else if (written < begun - stays) await rm(file)
  }
}
