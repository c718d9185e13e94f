import { randomUUID } from "node:crypto"
import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { afterEach, describe, expect, onTestFinished, test } from "vitest"
import { readMail } from "./mail-text.fixture.ts"
import type { Message } from "../../platform/mail/mailer.ts"
import { outboxMailer } from "../../platform/mail/outbox.ts"
import { smtpMailer } from "../../platform/mail/smtp.ts"
import { type Behaviour, smtpError, startSmtpStandIn } from "./smtp-stand-in.fixture.ts"

const message = (values: Partial<Message> = {}): Message => {
  const id = randomUUID()
  return {
    id,
    messageId: `${id}@guinguette.example`,
    kind: "contact-message",
    at: new Date("2027-06-12T18:30:00Z"),
    from: { name: "Guinguette", address: "bonjour@guinguette.example" },
    to: [{ name: "", address: "proprietaire@guinguette.example" }],
    replyTo: { name: "Élodie", address: "elodie@exemple.example" },
    subject: "Message d’Élodie",
    html: "<p>Bonjour, c’est pour l’été.</p>",
    text: "Bonjour, c’est pour l’été.",
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: [],
    ...values,
  }
}

describe("sending through a mail server", () => {
  const standIn = async (behaviour: Behaviour = {}) => {
    const server = await startSmtpStandIn(behaviour)
    onTestFinished(() => server.stop())
    return server
  }
  const impatient = { connection: 400, greeting: 400, silence: 400 }

  test("a mail arrives complete, with its text, names and addresses", async () => {
    const server = await standIn()
    const sent = message()
    expect((await smtpMailer(server.url).send(sent)).ok).toBe(true)
    const { headers, text, html } = readMail(server.mails[0] ?? "")
    expect(text.trim()).toBe("Bonjour, c’est pour l’été.")
    expect(html).toContain("c’est pour l’été")
    expect(headers.get("from")).toBe("Guinguette <bonjour@guinguette.example>")
    expect(headers.get("reply-to")).toContain("Élodie")
    expect(headers.get("reply-to")).toContain("elodie@exemple.example")
    expect(headers.get("subject")).toBe("Message d’Élodie")
    expect(headers.get("auto-submitted")).toBe("auto-generated")
    expect(new Date(headers.get("date") ?? "")).toEqual(sent.at)
  })

  test("the second try of a mail is recognisable by its Message-ID", async () => {
    const server = await standIn()
    const sent = message()
    await smtpMailer(server.url).send(sent)
    await smtpMailer(server.url).send(sent)
    const ids = server.mails.map((mail) => readMail(mail).headers.get("message-id"))
    expect(ids).toEqual([`<${sent.messageId}>`, `<${sent.messageId}>`])
  })

  test("a visitor's name adds neither a header nor a recipient", async () => {
    const server = await standIn()
    const name = "Élodie\r\nBcc: victime@exemple.example\r\n\r\n<script>"
    await smtpMailer(server.url).send(
      message({ replyTo: { name, address: "elodie@exemple.example" }, subject: `Message de ${name}` }),
    )
    const { headers } = readMail(server.mails[0] ?? "")
    expect([...headers.keys()]).not.toContain("bcc")
    expect(headers.get("to")).toBe("proprietaire@guinguette.example")
  })

  test("a nonexistent address is refused permanently", async () => {
    const server = await standIn({
      onRcptTo: (_address, _session, callback) => callback(smtpError(550, "No such mailbox")),
    })
    expect(await smtpMailer(server.url).send(message())).toEqual({
      ok: false,
      error: { kind: "undeliverable", code: 550, reply: expect.stringContaining("No such mailbox") },
    })
  })

  test("a content that the server rejects is refused permanently", async () => {
    const server = await standIn({ refusesContent: { code: 554, reply: "Looks like spam" } })
    expect(await smtpMailer(server.url).send(message())).toMatchObject({ ok: false, error: { code: 554 } })
  })

  test.each<[string, Behaviour]>([
    [
      "says that it is busy",
      { onRcptTo: (_address, _session, callback) => callback(smtpError(451, "Try again later")) },
    ],
    ["refuses our sender", { onMailFrom: (_address, _session, callback) => callback(smtpError(550, "Not yours")) }],
    ["rejects our password", { onAuth: (_auth, _session, callback) => callback(smtpError(535, "Wrong password")) }],
    ["refuses the connection", { onConnect: (_session, callback) => callback(smtpError(421, "Too many connections")) }],
    ["accepts the mail and never replies", { hangs: true }],
  ])("a server that %s is retried later", async (_, behaviour) => {
    const server = await standIn(behaviour)
    const url = behaviour.onAuth ? server.url.replace("//", "//nom:secret@") : server.url
    await expect(smtpMailer(url, impatient).send(message())).rejects.toThrow()
    expect(server.mails).toEqual([])
  })

  test("an unreachable server is retried later", async () => {
    const server = await startSmtpStandIn()
    await server.stop()
    await expect(smtpMailer(server.url, impatient).send(message())).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe("sending without a mail server", () => {
  const folders: string[] = []
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
  })
  const outbox = async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), "guinguette-outbox-"))
    folders.push(parent)
    return path.join(parent, "outbox")
  }

  test("a mail is a file that any mail program opens", async () => {
    const folder = await outbox()
    const sent = message()
    expect(await outboxMailer(folder).send(sent)).toEqual({
      ok: true,
      value: `20270612T183000Z-contact-message-${sent.id.slice(0, 8)}.eml`,
    })
    const [name = ""] = await readdir(folder)
    const { headers, text, html } = readMail(await readFile(path.join(folder, name), "utf8"))
    expect(headers.get("to")).toBe("proprietaire@guinguette.example")
    expect(headers.get("message-id")).toBe(`<${sent.messageId}>`)
    expect([text.trim(), html]).toEqual(["Bonjour, c’est pour l’été.", expect.stringContaining("c’est pour l’été")])
  })

  test("a mail sent twice is one file, without temporary files", async () => {
    const folder = await outbox()
    const sent = message()
    const mailer = outboxMailer(folder)
    await mailer.send(sent)
    await mailer.send(sent)
    await mailer.send(message({ kind: "newsletter-welcome" }))
    expect(await readdir(folder)).toHaveLength(2)
  })

  test("the file is readable only by its owner", async () => {
    const folder = await outbox()
    await outboxMailer(folder).send(message())
    const [name = ""] = await readdir(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  })
})
