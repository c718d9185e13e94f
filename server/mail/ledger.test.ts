import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { db, transaction } from "../database.server.ts"
import { closeQueue } from "../jobs/queue.ts"
import { events } from "../schema/events.ts"
import { startWorker } from "../worker.ts"
import { readMail, readMails, retryMail } from "./ledger.ts"
import { orderMail } from "./order-mail.ts"

const to = [{ name: "", address: "camille@exemple.example" }]
const at = new Date("2027-06-12T18:30:00Z")
const owner = { kind: "administrator" as const, id: randomUUID(), name: "Camille" }

beforeEach(() => db.execute(sql`delete from pgboss.job`))
afterAll(closeQueue)

const order = () => transaction((tx) => orderMail(tx, { template: "contact-answer", to, data: { name: "Aïcha", question: "Livrez-vous à Sceaux ?", answer: "Oui, avec plaisir." } }, at))
const ended = (id: string, state: string, said: string | null) =>
  db.execute(sql`update pgboss.job set state = ${state}::pgboss.job_state, completed_on = now(), output = ${said === null ? null : JSON.stringify({ value: said })}::jsonb where id = ${id}`)

test("the owner reads where each mail is, by its state", async () => {
  const [waiting, sent, kept, refused, givenUp] = [await order(), await order(), await order(), await order(), await order()]
  await ended(sent, "completed", "250 2.0.0 Ok: queued")
  await ended(kept, "completed", "20270612T183000Z-contact-answer-1a2b3c4d.eml")
  await ended(refused, "completed", "refused: 550")
  await ended(givenUp, "failed", null)
  const idsOf = async (state: Parameters<typeof readMails>[0]) => (await readMails(state, 1)).lines.map(({ id }) => id).toSorted()
  expect(await idsOf("waiting")).toEqual([waiting])
  expect(await idsOf("sent")).toEqual([sent])
  expect(await idsOf("kept")).toEqual([kept])
  expect(await idsOf("failed")).toEqual([refused, givenUp].toSorted())
  expect(await readMails(null, 1)).toMatchObject({ total: 5 })
  expect((await readMails(null, 2)).lines).toEqual([])
  const mail = await readMail(kept)
  expect(mail?.text).toContain("Oui, avec plaisir.")
  expect(await readMail(randomUUID())).toBeNull()
})

test("a mail that no server takes is kept, as the worker says by itself", async () => {
  const worker = await startWorker()
  onTestFinished(() => worker.stop())
  const id = await order()
  await vi.waitFor(async () => expect((await readMails("kept", 1)).lines.map((line) => line.id)).toEqual([id]), { timeout: 15_000, interval: 200 })
}, 30_000)

test("a mail that failed is put on its way again, once, and only such a mail", async () => {
  const [failed, sent] = [await order(), await order()]
  await ended(failed, "completed", "refused: 550")
  await ended(sent, "completed", "250 Ok")
  expect(await Promise.all([retryMail(owner, failed, at), retryMail(owner, failed, at)]).then((answers) => answers.toSorted())).toEqual([false, true])
  expect(await retryMail(owner, sent, at)).toBe(false)
  expect((await readMails("waiting", 1)).lines.map(({ id }) => id)).toEqual([failed])
  const told = await db.select().from(events).where(sql`action = 'mail.retried'`)
  expect(told).toMatchObject([{ actorName: "Camille", subjectId: failed }])
})
