import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { db, transaction } from "../database.server.ts"
import { closeQueue } from "../jobs/queue.ts"
import { recordedEvents } from "../schema/events.ts"
import { startWorker } from "../worker.ts"
import { type MailsAsked, countFailedMails, listMails, readMail, retryMail } from "./ledger.ts"
import { orderMail } from "./order-mail.ts"

const to = [{ name: "", address: "camille@exemple.example" }]
const at = new Date("2027-06-12T18:30:00Z")
const owner = { kind: "administrator" as const, id: randomUUID(), name: "Camille" }

beforeEach(() => db.execute(sql`delete from pgboss.job`))
afterAll(closeQueue)

const order = () =>
  transaction((tx) =>
    orderMail(
      tx,
      {
        template: "contact-answer",
        to,
        data: { name: "Aïcha", question: "Livrez-vous à Sceaux ?", answer: "Oui, avec plaisir." },
      },
      at,
    ),
  )
const list = (asked: Partial<MailsAsked> = {}) =>
  listMails({ state: null, template: null, search: "", sort: "date", descending: true, page: 1, ...asked })
const ended = (id: string, state: string, said: string | null) =>
  db.execute(
    sql`update pgboss.job set state = ${state}::pgboss.job_state, completed_on = now(), output = ${said === null ? null : JSON.stringify({ value: said })}::jsonb where id = ${id}`,
  )

test("the owner reads where each mail is, by its state", async () => {
  const [waiting, sent, kept, refused, givenUp] = [
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
  ]
  await ended(sent, "completed", "250 2.0.0 Ok: queued")
  await ended(kept, "completed", "20270612T183000Z-contact-answer-1a2b3c4d.eml")
  await ended(refused, "completed", "refused: 550")
  await ended(givenUp, "failed", null)
  const idsOf = async (state: MailsAsked["state"]) => (await list({ state })).rows.map(({ id }) => id).toSorted()
  expect(await idsOf("waiting")).toEqual([waiting])
  expect(await idsOf("sent")).toEqual([sent])
  expect(await idsOf("kept")).toEqual([kept])
  expect(await idsOf("failed")).toEqual([refused, givenUp].toSorted())
  expect(await list()).toMatchObject({ total: 5, pages: 1 })
  expect(await countFailedMails()).toBe(2)
  const mail = await readMail(kept)
  expect(mail?.text).toContain("Oui, avec plaisir.")
  expect(await readMail(randomUUID())).toBeNull()
})

test("a mail that no server takes is kept, as the worker says by itself", async () => {
  const worker = await startWorker()
  onTestFinished(() => worker.stop())
  const id = await order()
  await vi.waitFor(async () => expect((await list({ state: "kept" })).rows.map((line) => line.id)).toEqual([id]), {
    timeout: 15_000,
    interval: 200,
  })
}, 30_000)

test("a mail that failed is put on its way again, once, and only such a mail", async () => {
  const [failed, sent] = [await order(), await order()]
  await ended(failed, "completed", "refused: 550")
  await ended(sent, "completed", "250 Ok")
  expect(
    await Promise.all([retryMail(owner, failed, at), retryMail(owner, failed, at)]).then((answers) =>
      answers.toSorted(),
    ),
  ).toEqual([false, true])
  expect(await retryMail(owner, sent, at)).toBe(false)
  expect((await list({ state: "waiting" })).rows.map(({ id }) => id)).toEqual([failed])
  const told = await db
    .select()
    .from(recordedEvents)
    .where(sql`action = 'mail.retried'`)
  expect(told).toMatchObject([{ actorName: "Camille", subjectId: failed }])
})

test("the owner finds a mail by whom it went to and by what it says, in any order", async () => {
  const first = await transaction((tx) =>
    orderMail(
      tx,
      {
        template: "contact-answer",
        to: [{ name: "Aïcha Ardouin", address: "zoe@exemple.example" }],
        data: { name: "Aïcha", question: "Livrez-vous à Sceaux ?", answer: "Oui, 100 % sûr." },
      },
      at,
    ),
  )
  const second = await transaction((tx) =>
    orderMail(tx, { template: "newsletter-confirmation", to, data: { token: "abcdef123456" } }, at),
  )
  const found = async (asked: Partial<MailsAsked>) => (await list(asked)).rows.map(({ id }) => id)
  expect(await found({ search: "aicha SCEAUX" })).toEqual([first])
  expect(await found({ search: "zoe@exemple" })).toEqual([first])
  expect(await found({ search: "100 %" })).toEqual([first])
  // Not the names that JSON has for what it says, and no secret.
  for (const search of ["question", "address", "token", "abcdef", "%"])
    expect(await found({ search: search === "%" ? "Sceaux% Lyon" : search })).toEqual([])
  expect(await found({ template: "newsletter-confirmation" })).toEqual([second])
  expect(await found({ sort: "destinataire", descending: false })).toEqual([second, first])
  expect(await found({ sort: "destinataire", descending: true })).toEqual([first, second])
})

test("mails come twenty-five at a time, each once, and a page beyond the last is the last", async () => {
  await db.execute(sql`
    insert into pgboss.job (name, data, state, created_on)
    select 'send-mail', jsonb_build_object('template', 'newsletter-welcome', 'to', jsonb_build_array(jsonb_build_object('name', '', 'address', 'a@exemple.example'))), 'completed', ${at.toISOString()}::timestamptz
    from generate_series(1, 60)`)
  const pages = [await list({ page: 1 }), await list({ page: 2 }), await list({ page: 3 })]
  expect(pages.map(({ rows, total, pages: count }) => [rows.length, total, count])).toEqual([
    [25, 60, 3],
    [25, 60, 3],
    [10, 60, 3],
  ])
  expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(60)
  expect((await list({ page: 9 })).page).toBe(3)
})
