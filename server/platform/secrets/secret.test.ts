import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readAuthSecret } from "./secret.ts"

let folder = ""
const file = () => path.join(folder, "keys", "auth-secret")
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-secret-"))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test("the secret is created once, readable by the server alone, and stored", async () => {
  const first = await readAuthSecret("", file())
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect(await readAuthSecret("", file())).toBe(first)
})

test("processes that start together agree on one secret and leave no temporary file", async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => readAuthSecret("", file())))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(path.dirname(file()))).toEqual(["auth-secret"])
})

test("a configured secret is used and no file is created", async () => {
  const configured = "x".repeat(40)
  expect(await readAuthSecret(configured, file())).toBe(configured)
  expect(await readdir(folder)).toEqual([])
})

test("a secret that is too short is refused without being printed", async () => {
  await expect(readAuthSecret("trop-court", file())).rejects.toThrow(/^AUTH_SECRET must have at least 32 characters\.$/)
  await readAuthSecret("", file())
  await writeFile(file(), "")
  await expect(readAuthSecret("", file())).rejects.toThrow("at least 32 characters")
})
