import { execFile, spawnSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { randomBytes } from "node:crypto"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import S3rver from "@20minutes/s3rver"
import { afterAll, expect, inject, test } from "vitest"
import { administer } from "../harness/cluster.ts"
import { describeVariables } from "../../server/platform/environment.server.ts"

const folder = mkdtempSync(path.join(os.tmpdir(), "guinguette-install-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const guide = readFileSync("docs/install.md", "utf8")
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block)

function run(command: string, args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: "utf8" })
  return { status, printed: `${stdout}${stderr}` }
}

const isInstalled = (command: string) => spawnSync("which", [command]).status === 0

test(".env.example names every variable, its usual value and what it means", async () => {
  await expect(describeVariables()).toMatchFileSnapshot("../../.env.example")
})

test("the table of variables names every one of them", () => {
  const manual = readFileSync("docs/running.md", "utf8")
  const names = [...describeVariables().matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})

test("every command of the guide is one that a shell understands", () => {
  expect(blocks.length).toBeGreaterThan(10)
  expect(blocks.map((block) => run("sh", ["-n"], block).printed).join("")).toBe("")
})

test("every file that the guide copies is part of a release", () => {
  const release = readFileSync("bin/release.ts", "utf8")
  expect(release).toContain('"deploy"')
  const files = [...guide.matchAll(/deploy\/([\w.@*-]+\w)/g)].map(([, name = ""]) => name)
  const missing = files.filter((name) => run("sh", ["-c", `ls deploy/${name}`]).status !== 0)
  expect(files.length).toBeGreaterThan(4)
  expect(missing).toEqual([])
})

test.skipIf(!isInstalled("systemd-analyze"))("systemd accepts the units, and finds little that they may do", () => {
  for (const name of ["guinguette@.service", "guinguette-backup.service", "guinguette-backup.timer"]) {
    const unit = readFileSync(path.join("deploy", name), "utf8").replace(/ExecStart=\S+/, "ExecStart=/bin/true")
    writeFileSync(path.join(folder, name), unit)
  }
  for (const name of ["guinguette@.service", "guinguette-backup.timer"])
    expect(run("systemd-analyze", ["verify", path.join(folder, name)])).toEqual({ status: 0, printed: "" })
  for (const name of ["guinguette@.service", "guinguette-backup.service"]) {
    const { printed } = run("systemd-analyze", ["security", "--offline=true", path.join(folder, name)])
    expect(Number(/exposure level for \S+ ([\d.]+)/.exec(printed)?.[1])).toBeLessThan(2)
  }
})

test.skipIf(!isInstalled("nginx"))("nginx accepts its settings", () => {
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")]
  const subject = ["-subj", "/CN=shop.example.fr", "-keyout", key, "-out", certificate]
  run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject])
  const settings = readFileSync("deploy/nginx.conf", "utf8")
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
  const file = path.join(folder, "nginx.conf")
  writeFileSync(file, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${settings}}\n`)
  expect(run("nginx", ["-t", "-q", "-c", file, "-e", path.join(folder, "error.log")])).toMatchObject({ status: 0 })
})

test.skipIf(!isInstalled("createdb"))("a shop migrates in the database that the guide makes", async () => {
  const name = `install_${randomBytes(4).toString("hex")}`
  const cluster = new URL(inject("clusterUrl"))
  const env = {
    PATH: process.env["PATH"],
    PGHOST: cluster.searchParams.get("host") ?? cluster.hostname,
    PGPORT: cluster.port || "5432",
    PGUSER: cluster.username,
    PGPASSWORD: cluster.password,
  }
  const commands = [...guide.matchAll(/^su postgres -c "(.*)"$/gm)].map(([, command = ""]) =>
    command.replaceAll("guinguette", name),
  )
  expect(commands.length).toBe(2)
  for (const command of commands) await promisify(execFile)("sh", ["-c", command], { env })
  cluster.username = name
  cluster.pathname = `/${name}`
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["bin/commands/db.ts", "migrate"], {
      env: { PATH: process.env["PATH"], DATA_DIR: path.join(folder, "migrated"), DATABASE_URL: cluster.href },
    })
    expect(stdout).toContain("1007_journal.sql")
  } finally {
    await administer(inject("clusterUrl"), async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop role if exists ${name}`)
    })
  }
})

test.skipIf(!isInstalled("rclone"))("the nightly backup keeps a week here, and leaves encrypted", async () => {
  const bucket = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: path.join(folder, "s3"),
    vhostBuckets: false,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: "guinguette-backups" }],
  })
  const { port } = await bucket.run()
  try {
    const data = path.join(folder, "data")
    const release = path.join(folder, "release")
    mkdirSync(path.join(data, "backups", "nightly"), { recursive: true })
    mkdirSync(path.join(release, "deploy"), { recursive: true })
    copyFileSync("deploy/back-up.sh", path.join(release, "deploy", "back-up.sh"))
    writeFileSync(path.join(release, "guinguette"), '#!/bin/sh\necho "all of the shop" > "$2"\n', { mode: 0o755 })
    const old = path.join(data, "backups", "nightly", "old.tar.gz")
    for (const file of [old, path.join(data, "backups", "before-an-upgrade.tar.gz")]) {
      writeFileSync(file, "")
      utimesSync(file, 0, 0)
    }
    const env = {
      PATH: process.env["PATH"],
      HOME: folder,
      DATA_DIR: data,
      BACKUP_TARGET: "safe:",
      RCLONE_CONFIG_SAFE_TYPE: "crypt",
      RCLONE_CONFIG_SAFE_REMOTE: "bucket:guinguette-backups",
      RCLONE_CONFIG_SAFE_PASSWORD: run("rclone", ["obscure", "un mot de passe"]).printed.trim(),
      RCLONE_CONFIG_BUCKET_TYPE: "s3",
      RCLONE_CONFIG_BUCKET_PROVIDER: "Other",
      RCLONE_CONFIG_BUCKET_NO_CHECK_BUCKET: "true",
      RCLONE_CONFIG_BUCKET_ENDPOINT: `http://127.0.0.1:${port}`,
      RCLONE_CONFIG_BUCKET_ACCESS_KEY_ID: "S3RVER",
      RCLONE_CONFIG_BUCKET_SECRET_ACCESS_KEY: "S3RVER",
    }
    // Asynchronous, because the storage is in this process.
    await promisify(execFile)("sh", [path.join(release, "deploy", "back-up.sh")], { env })
    expect(readdirSync(path.join(data, "backups", "nightly"))).toEqual([expect.stringMatching(/^\d{4}-.*\.tar\.gz$/)])
    expect(existsSync(path.join(data, "backups", "before-an-upgrade.tar.gz"))).toBe(true)
    const { stdout } = await promisify(execFile)("rclone", ["cat", "safe:nightly/"], { env })
    expect(stdout).toBe("all of the shop\n")
    const stored = readdirSync(path.join(folder, "s3"), { recursive: true, encoding: "utf8" })
    expect(stored.join()).not.toContain("nightly")
  } finally {
    await bucket.close()
  }
})
