import { spawnSync } from "node:child_process"
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Id } from "../../domain/id.ts"
import { readAuthSecret } from "./secrets/secret.ts"
import { checkDataFolder } from "./data-folder.ts"
import { chooseAccount } from "./database/embedded-files.ts"
import type { Message } from "./mail/mailer.ts"
import { outboxMailer } from "./mail/outbox.ts"
import { fileSystemStorage } from "./storage/file-system.ts"

const ownerUid = 65_534
const root = process.getuid?.() === 0
let dataDir = ""
const mail: Message = {
  id: "1a2b3c4d-0000-4000-8000-000000000000" as Id,
  messageId: "1a2b3c4d@exemple.example",
  kind: "contact-message",
  at: new Date("2027-06-12T18:30:00Z"),
  from: { name: "Guinguette", address: "shop@exemple.example" },
  to: [{ name: "Elena", address: "elena@exemple.example" }],
  replyTo: null,
  subject: "Bonjour",
  html: "",
  text: "Bonjour",
  headers: {},
  attachments: [],
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "guinguette-owner-"))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const readOwner = async (...names: string[]) => (await stat(path.join(dataDir, ...names))).uid

describe.runIf(root)("a start as root", () => {
  beforeEach(() => chown(dataDir, ownerUid, ownerUid))

  test("root gives the keys, mails, uploads and cluster it writes to the owner of the data folder", async () => {
    await readAuthSecret(null, path.join(dataDir, "keys", "auth-secret"))
    await outboxMailer(path.join(dataDir, "outbox")).send(mail)
    const uploads = fileSystemStorage(path.join(dataDir, "uploads"))
    const body = new Uint8Array([1])
    await uploads.put({ bucket: "products", path: "new/a.jpg", body, contentType: "image/jpeg", cacheControl: "" })
    for (const name of [
      "keys",
      "keys/auth-secret",
      "outbox",
      "uploads",
      "uploads/products",
      "uploads/products/new/a.jpg",
    ]) {
      expect([name, await readOwner(name)]).toEqual([name, ownerUid])
    }
    expect(await readOwner("outbox", "20270612T183000Z-contact-message-1a2b3c4d.eml")).toBe(ownerUid)
    expect(await chooseAccount(path.join(dataDir, "postgres"))).toEqual({ uid: ownerUid, gid: ownerUid })
  })

  test("root gives the owner the files of an earlier start as root", async () => {
    await mkdir(path.join(dataDir, "keys"), { mode: 0o700 })
    await writeFile(path.join(dataDir, "keys", "auth-secret"), "s".repeat(40), { mode: 0o600 })
    await checkDataFolder(dataDir)
    expect([await readOwner("keys"), await readOwner("keys", "auth-secret")]).toEqual([ownerUid, ownerUid])
  })

  test.each(["keys", "outbox"])("root gives the owner the folder %s that was inaccessible to them", async (name) => {
    await chmod(dataDir, 0o755)
    await mkdir(path.join(dataDir, name), { mode: 0o700 })
    // Runs as the owner, in its own process.
    const script = `
      process.setgid(${ownerUid}); process.setuid(${ownerUid})
      const { access, constants } = await import("node:fs/promises")
      await access(${JSON.stringify(path.join(dataDir, name))}, constants.W_OK).then(() => console.log("may"), (error) => console.log(error.code))`
    const tryAccess = () =>
      spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout.trim()
    expect(tryAccess()).toBe("EACCES")
    await checkDataFolder(dataDir)
    expect(tryAccess()).toBe("may")
  })
})

describe.runIf(!root)("a start without root", () => {
  test("unreadable keys are reported at the start", async () => {
    await mkdir(path.join(dataDir, "keys"))
    await writeFile(path.join(dataDir, "keys", "auth-secret"), "", { mode: 0o000 })
    await expect(checkDataFolder(dataDir)).rejects.toThrow(/auth-secret cannot be read \(EACCES\): it belongs to user/)
  })
})

test("an empty data folder is accepted", async () => {
  await expect(checkDataFolder(dataDir)).resolves.toBeUndefined()
  await expect(checkDataFolder(path.join(dataDir, "absent"))).resolves.toBeUndefined()
})
