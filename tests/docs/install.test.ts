import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
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
  for (const name of ["guinguette@3001.service", "guinguette-backup.timer"]) {
    const file = path.join(folder, name.replace("3001", ""))
    expect(run("systemd-analyze", ["verify", file])).toEqual({ status: 0, printed: "" })
  }
  const security = run("systemd-analyze", ["security", "--offline=true", path.join(folder, "guinguette@.service")])
  expect(Number(/exposure level for \S+ ([\d.]+)/.exec(security.printed)?.[1])).toBeLessThan(2)
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
