import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { expect, test } from "@playwright/test"
import { packRelease, releaseName } from "../../bin/release.ts"
import { freePort } from "../harness/server-process.ts"

const execute = promisify(execFile)

test("a release opens a shop in a bare directory, backs it up and opens it again", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-release-"))
  try {
    const archive = path.join(folder, "release.tar.gz")
    await packRelease(archive)
    await execute("tar", ["xzf", archive, "-C", folder])
    const release = path.join(folder, await releaseName())
    for (const tool of ["vite", "typescript", "@playwright", "vitest"])
      expect(await readdir(path.join(release, "node_modules"))).not.toContain(tool)

    const port = String(await freePort())
    const env = {
      PATH: "/usr/bin:/bin",
      ENV_FILE: path.join(folder, "none"),
      DATA_DIR: path.join(folder, "data"),
      SEED: "none",
      PORT: port,
    }
    const open = async () => {
      const shop = spawn(path.join(release, "guinguette"), ["start"], { env, stdio: ["ignore", "pipe", "pipe"] })
      let printed = ""
      for (const stream of [shop.stdout, shop.stderr]) stream.on("data", (chunk) => (printed += String(chunk)))
      await expect.poll(() => printed, { timeout: 60_000 }).toContain("is open at")
      expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)
      return async () => {
        shop.kill()
        expect((await once(shop, "exit"))[0]).toBe(0)
      }
    }
    await (
      await open()
    )()
    const close = await open()
    const { stdout } = await execute(path.join(release, "guinguette"), ["backup", "shop.tar.gz"], { env, cwd: folder })
    expect(stdout).toContain(path.join(folder, "shop.tar.gz"))
    await close()
    const usage = await execute(path.join(release, "guinguette"), ["restore"], { env }).catch((error: Error) => error)
    expect(String(usage)).toContain("./guinguette restore <file>")
    expect(await readFile(path.join(release, "CHANGELOG.md"), "utf8")).toContain("0.1.0")
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
