import { readFile, readdir, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { db, transaction } from "../platform/database.server.ts"
import { environment } from "../platform/environment.server.ts"
import { readMail } from "../outside/mails/mail-text.fixture.ts"
import type { MailOrder } from "../platform/mail/mails.ts"
import { orderMail } from "../platform/mail/order-mail.ts"
import { outboxFolder } from "../platform/mail/outbox.ts"
import { smtpError, startSmtpStandIn } from "../outside/mails/smtp-stand-in.fixture.ts"
import { smtpMailer } from "../platform/mail/smtp.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { startWorker } from "../worker.ts"
import { closeQueue } from "../platform/queue/queue.ts"
import { sendMail } from "./send-mail.ts"
import { clearJobs, makeJobsDue, readJobs } from "../../tests/harness/jobs.ts"

const folder = outboxFolder(environment.dataDir)

beforeEach(async () => {
  await clearJobs()
  await rm(folder, { recursive: true, force: true })
})
afterAll(closeQueue)

const token = "0123456789abcdef0123456789abcdef0123"
const to = [{ name: "", address: "camille@exemple.example" }]
const at = new Date("2027-06-12T18:30:00Z")

describe("a queued mail", () => {
  test("a mail goes out by itself, soon, while the shop runs", async () => {
    const worker = await startWorker()
    onTestFinished(() => worker.stop())
    const id = await transaction((tx) => orderMail(tx, { template: "newsletter-welcome", to, data: { token } }, at))
    const [name = ""] = await vi.waitFor(
      async () => {
        // A name with a leading dot is still being written.
        const names = (await readdir(folder)).filter((file) => !file.startsWith("."))
        expect(names).toHaveLength(1)
        return names
      },
      { timeout: 60_000, interval: 100 },
    )
    const { headers } = readMail(await readFile(path.join(folder, name), "utf8"))
    expect(headers.get("to")).toBe("camille@exemple.example")
    expect(headers.get("message-id")).toBe(`<${id}@localhost>`)
  })

  test("a failed mail is retried later by itself", async () => {
    await writeFile(folder, "A file where the outbox should be")
    const worker = await startWorker()
    onTestFinished(() => worker.stop())
    await transaction((tx) => orderMail(tx, { template: "newsletter-welcome", to, data: { token } }, at))
    await vi.waitFor(
      async () => {
        const [job] = await readJobs("send-mail")
        const wait = ((job?.startAfter.getTime() ?? 0) - Date.now()) / 1000
        expect(job?.state).toBe("retry")
        expect(wait).toBeGreaterThan(10)
        expect(wait).toBeLessThan(120)
      },
      { timeout: 60_000, interval: 100 },
    )

    await rm(folder)
    await makeJobsDue("send-mail")
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(1), { timeout: 60_000, interval: 100 })
  })

  test("a mail waits for a failing mail server, and goes out when it is back", async () => {
    let down = true
    const server = await startSmtpStandIn({
      onMailFrom: (_address, _session, callback) => callback(down ? smtpError(451, "Down for the evening") : null),
    })
    onTestFinished(() => server.stop())
    const order: MailOrder = {
      id: crypto.randomUUID(),
      at: at.toISOString(),
      template: "newsletter-welcome",
      to,
      data: { token },
    }
    await expect(sendMail(order, smtpMailer(server.url))).rejects.toThrow("Down for the evening")
    down = false
    await sendMail(order, smtpMailer(server.url))
    expect(server.mails).toHaveLength(1)
  })

  test("a permanently refused mail is closed, and the owner is notified", async () => {
    const server = await startSmtpStandIn({
      onRcptTo: (_address, _session, callback) => callback(smtpError(550, "No such mailbox")),
    })
    onTestFinished(() => server.stop())
    const id = crypto.randomUUID()
    const order: MailOrder = { id, at: at.toISOString(), template: "newsletter-welcome", to, data: { token } }
    expect(await sendMail(order, smtpMailer(server.url))).toBe("refused: 550")
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.subjectId, id))
    expect(event).toMatchObject({ action: "mail.refused", details: { template: "newsletter-welcome", code: 550 } })
  })
})
