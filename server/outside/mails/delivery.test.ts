import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { db, transaction } from "../../platform/database.server.ts"
import { closeQueue } from "../../platform/queue/queue.ts"
import { queues } from "../../platform/queue/queues.ts"
import { sendMail } from "../../jobs/send-mail.ts"
import { deleteOldMails, settleLostMails } from "./maintain-ledger.ts"
import { listMails, readMailFigures, readMail } from "./ledger.ts"
import { readMail as readWire } from "./mail-text.fixture.ts"
import type { MailOrder } from "../../platform/mail/mails.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { type Behaviour, smtpError, startSmtpStandIn } from "./smtp-stand-in.fixture.ts"
import { smtpMailer } from "../../platform/mail/smtp.ts"
import { TRY_TIMEOUT_MS, beginTry } from "../../jobs/tries.ts"
import { clearJobs, deleteJob, readJobs } from "../../../tests/harness/jobs.ts"

const at = new Date("2027-06-12T18:30:00Z")
const later = (ms: number) => new Date(at.getTime() + ms)
const MINUTE = 60_000
const impatient = { connection: 500, greeting: 500, silence: 300 }

beforeEach(async () => {
  await clearJobs()
  await db.execute(sql`delete from mails`)
})
afterAll(closeQueue)

async function ordered(): Promise<MailOrder> {
  const id = await transaction((tx) =>
    orderMail(
      tx,
      {
        template: "newsletter-welcome",
        to: [{ name: "", address: "camille@exemple.example" }],
        data: { token: "0123456789abcdef0123456789abcdef0123" },
      },
      at,
    ),
  )
  const job = (await readJobs("send-mail")).find((each) => each.id === id)
  if (!job) throw new Error("The order is not in the queue")
  return job.data
}

async function standIn(behaviour: Behaviour = {}) {
  const server = await startSmtpStandIn(behaviour)
  onTestFinished(() => server.stop())
  return server
}

const fixture = fileURLToPath(new URL("./kill-points.fixture.ts", import.meta.url))

async function dyingWorker(order: MailOrder, server: string, dies: "before" | "after-250" | "never"): Promise<void> {
  // The templates contain JSX, so the script runs through Vite.
  const script = `const { runnerImport } = await import("vite"); await runnerImport(${JSON.stringify(fixture)}, { configFile: false, logLevel: "error" })`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    env: {
      ...process.env,
      MAIL_ORDER: JSON.stringify(order),
      MAIL_SERVER: server,
      MAIL_AT: at.toISOString(),
      DIES: dies,
    },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let stderrText = ""
  child.stderr.on("data", (chunk: Buffer) => (stderrText += chunk.toString()))
  const [code, signal] = await once(child, "exit")
  if (dies === "never" ? code !== 0 : signal !== "SIGKILL")
    throw new Error(`The worker ended by ${signal ?? code}: ${stderrText}`)
}

const idsOn = (wire: readonly string[]) => wire.map((mail) => readWire(mail).headers.get("message-id"))

describe("a killed process", () => {
  test("a kill before the delivery loses nothing: the next process sends the mail, once", async () => {
    const server = await standIn()
    const order = await ordered()
    await dyingWorker(order, server.url, "before")
    expect(server.mails).toEqual([])
    expect(await readMail(order.id)).toMatchObject({ state: "waiting", tries: 1 })

    const after = later(TRY_TIMEOUT_MS)
    await sendMail(order, smtpMailer(server.url), after)
    expect(await sendMail(order, smtpMailer(server.url), after)).toBe("nothing to do: sent")
    expect(server.mails).toHaveLength(1)
    expect(await readMail(order.id)).toMatchObject({ state: "sent", tries: 2, settledAt: after })
  })

  test("only a kill between the server's 250 and our record repeats the mail, with its Message-ID", async () => {
    const server = await standIn()
    const order = await ordered()
    await dyingWorker(order, server.url, "after-250")
    expect(server.mails).toHaveLength(1)
    expect(await readMail(order.id)).toMatchObject({ state: "waiting" })

    await sendMail(order, smtpMailer(server.url), later(TRY_TIMEOUT_MS))
    expect(idsOn(server.mails)).toEqual([`<${order.id}@localhost>`, `<${order.id}@localhost>`])
  })

  test("a kill after our record repeats nothing, although the queue never learned of it", async () => {
    const server = await standIn()
    const order = await ordered()
    await dyingWorker(order, server.url, "never")
    expect(await readMail(order.id)).toMatchObject({ state: "sent", tries: 1 })
    await sendMail(order, smtpMailer(server.url), later(TRY_TIMEOUT_MS))
    expect(server.mails).toHaveLength(1)
  })
})

describe("a mail in the queue", () => {
  test("a sent mail is emptied in the queue, which keeps its job for a week; a retry does nothing", async () => {
    const server = await standIn()
    const order = await ordered()
    await sendMail(order, smtpMailer(server.url), at)
    const job = (await readJobs("send-mail")).find(({ id }) => id === order.id)
    expect(JSON.stringify(job)).not.toMatch(/camille@|0123456789abcdef/)
    expect(job && (await sendMail(job.data, smtpMailer(server.url), at))).toBe("nothing to do: sent")
    expect(server.mails).toHaveLength(1)
  })

  test("a mail held by two processes is sent by one of them", async () => {
    const server = await standIn()
    const order = await ordered()
    const answers = await Promise.allSettled([
      sendMail(order, smtpMailer(server.url), at),
      sendMail(order, smtpMailer(server.url), at),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    expect(server.mails).toHaveLength(1)
  })

  test("a permanent refusal stores the server's words, and is not retried", async () => {
    const server = await standIn({
      onRcptTo: (_address, _session, callback) => callback(smtpError(550, "No such mailbox")),
    })
    const order = await ordered()
    expect(await sendMail(order, smtpMailer(server.url), at)).toBe("refused: 550")
    expect(await sendMail(order, smtpMailer(server.url), later(MINUTE))).toBe("nothing to do: refused")
    expect(await readMail(order.id)).toMatchObject({
      state: "refused",
      tries: 1,
      answer: expect.stringContaining("No such mailbox"),
    })
  })

  test("a greylisted mail waits, and goes out on a retry", async () => {
    let attempts = 0
    const server = await standIn({
      onRcptTo: (_address, _session, callback) => callback(++attempts === 1 ? smtpError(451, "Greylisted") : null),
    })
    const order = await ordered()
    await expect(sendMail(order, smtpMailer(server.url), at)).rejects.toThrow("Greylisted")
    expect(await readMail(order.id)).toMatchObject({ state: "waiting", answer: expect.stringContaining("Greylisted") })
    await sendMail(order, smtpMailer(server.url), later(5 * MINUTE))
    expect(await readMail(order.id)).toMatchObject({ state: "sent", tries: 2 })
    expect(server.mails).toHaveLength(1)
  })

  test("a mail goes out once, even to a slow server", async () => {
    const slowly = (callback: (error?: Error | null) => void) => void setTimeout(() => callback(), 200)
    const server = await standIn({
      onConnect: (_session, callback) => slowly(callback),
      onMailFrom: (_address, _session, callback) => slowly(callback),
      onRcptTo: (_address, _session, callback) => slowly(callback),
    })
    const order = await ordered()
    await sendMail(order, smtpMailer(server.url, { connection: 5000, greeting: 5000, silence: 5000 }), at)
    expect(server.mails).toHaveLength(1)
  })

  test("a mail waits for a server that is down for an hour, and arrives once", async () => {
    const order = await ordered()
    const away = await startSmtpStandIn()
    await away.stop()
    for (const minutes of [0, 1, 3, 7, 15, 31, 59])
      await expect(sendMail(order, smtpMailer(away.url, impatient), later(minutes * MINUTE))).rejects.toThrow()
    expect((await readMailFigures()).waiting).toBe(1)
    const server = await standIn()
    await sendMail(order, smtpMailer(server.url), later(61 * MINUTE))
    expect(await readMail(order.id)).toMatchObject({ state: "sent", tries: 8, settledAt: later(61 * MINUTE) })
    expect(idsOn(server.mails)).toEqual([`<${order.id}@localhost>`])
  })

  test("a mail that failed its last try, or that the queue lost, is listed as undelivered", async () => {
    const [exhausted, lost] = [await ordered(), await ordered()]
    await db.execute(sql`update mails set tries = ${queues["send-mail"].retryLimit} where id = ${exhausted.id}`)
    const away = await startSmtpStandIn()
    await away.stop()
    await expect(sendMail(exhausted, smtpMailer(away.url, impatient), at)).rejects.toThrow()
    expect((await readMail(exhausted.id))?.state).toBe("failed")

    expect(await settleLostMails(later(2 * 60 * MINUTE))).toBe(0)
    await deleteJob(lost.id)
    expect(await settleLostMails(later(30 * MINUTE))).toBe(0)
    expect(await settleLostMails(later(2 * 60 * MINUTE))).toBe(1)
    const { rows } = await listMails({
      tab: "failed",
      template: null,
      search: "",
      sort: "date",
      descending: true,
      page: 1,
    })
    expect(rows.map(({ id }) => id).toSorted()).toEqual([exhausted.id, lost.id].toSorted())
    expect((await readMailFigures()).undelivered).toBe(2)
  })

  test("the secret in a mail's links is visible to nobody", async () => {
    const server = await standIn()
    const order = await ordered()
    await sendMail(order, smtpMailer(server.url), at)
    const { rows } = await db.execute(
      sql`select subject, body, data, words from mail_details where mail_id = ${order.id}`,
    )
    expect(JSON.stringify(rows)).not.toContain("0123456789abcdef")
    expect(JSON.stringify(rows)).toContain("/newsletter/desinscription/…")
  })

  test("a mail without a booking is deleted a week after it was sent", async () => {
    const server = await standIn()
    const order = await ordered()
    const waiting = await ordered()
    await sendMail(order, smtpMailer(server.url), at)
    expect(await deleteOldMails(later(7 * 24 * 60 * MINUTE))).toBe(0)
    expect(await deleteOldMails(later(7 * 24 * 60 * MINUTE + 1))).toBe(1)
    expect(await readMail(order.id)).toBeNull()
    expect(await readMail(waiting.id)).not.toBeNull()
  })
})

test("two processes would both send if the start of a try were not recorded", async () => {
  const order = await ordered()
  const begun = await Promise.all([beginTry(order, at), beginTry(order, at)])
  expect(begun.map(({ kind }) => kind).toSorted()).toEqual(["begun", "being-tried"])
  await db.execute(sql`update mails set trying_since = null`)
  expect((await beginTry(order, at)).kind).toBe("begun")
})
