import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"

// The script is plain JavaScript because it runs before anything is installed.
const { removeReplaced } = (await import(path.resolve("bin/remove-replaced.mjs"))) as {
  removeReplaced(folder: string, begun: number, lastBegun: number): Promise<void>
}

const hour = 60 * 60 * 1000
const now = Date.parse("2027-06-12T12:00:00Z")

test("files replaced by a build stay for a day, for the running shop and its open pages", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-build-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (name: string, at: number) => {
    await writeFile(path.join(folder, name), "")
    await utimes(path.join(folder, name), at / 1000, at / 1000)
  }
  await write("button-of-last-month.js", now - 700 * hour)
  await write("button-of-yesterday.js", now - 30 * hour)
  await write("button.js", now + 1)

  await removeReplaced(folder, now, now - 31 * hour)
  expect(await readdir(folder)).toEqual(["button-of-yesterday.js", "button.js"])

  await removeReplaced(folder, now + 23 * hour, now)
  expect(await readdir(folder)).toContain("button-of-yesterday.js")
  await removeReplaced(folder, now + 25 * hour, now + 23 * hour)
  expect(await readdir(folder)).toEqual(["button.js"])
  expect((await stat(path.join(folder, "button.js"))).mtimeMs).toBe(now + 23 * hour - 1)
})
