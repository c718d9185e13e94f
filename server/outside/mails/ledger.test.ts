import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { db, transaction } from "../../platform/database.server.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { startWorker } from "../../worker.ts"
import { type MailQuery, countUndeliveredMails, listMails, readMail } from "./ledger.ts"
import { recordOutcome } from "../../jobs/tries.ts"
import { resendMail } from "./resend.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { clearJobs, deleteJob, readMailOrders } from "../../../tests/harness/jobs.ts"

const to = [{ name: "", address: "camille@exemple.example" }]
const at = new Date("2027-06-12T18:30:00Z")
const owner = { kind: "administrator" as const, id: randomUUID(), name: "Camille" }

beforeEach(async () => {
  await clearJobs()
  await db.execute(sql`delete from mails`)
})

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
const list = (query: Partial<MailQuery> = {}) =>
  listMails({ tab: null, template: null, search: "", sort: "date", descending: true, page: 1, ...query })
const ended = (id: string, state: string) =>
  db.execute(sql`update mails set state = ${state}, settled_at = ${at.toISOString()}, tries = 1 where id = ${id}`)

test("each mail has its own Message-ID, made of its id", async () => {
  const ids = [await order(), await order()]
  const { rows } = await db.execute<{ message_id: string }>(sql`select message_id from mails order by ordered_at, id`)
  expect(rows).toEqual(ids.toSorted().map((id) => ({ message_id: `${id}@localhost` })))
})

test("the owner reads the state of each mail", async () => {
  const [waiting, sent, stored, refused, abandoned] = [
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
  ]
  await ended(sent, "sent")
  await ended(stored, "kept")
  await ended(refused, "refused")
  await ended(abandoned, "failed")
  const listIds = async (tab: MailQuery["tab"]) => (await list({ tab })).rows.map(({ id }) => id).toSorted()
  expect(await listIds("waiting")).toEqual([waiting])
  expect(await listIds("sent")).toEqual([sent])
  expect(await listIds("kept")).toEqual([stored])
  expect(await listIds("failed")).toEqual([refused, abandoned].toSorted())
  expect(await list()).toMatchObject({ total: 5, pages: 1 })
  expect(await countUndeliveredMails()).toBe(2)
  const mail = await readMail(stored)
  expect(mail?.text).toContain("Oui, avec plaisir.")
  expect(await readMail(randomUUID())).toBeNull()
})

test("a waiting mail shows the wording of its order, or today's once the queue has deleted it", async () => {
  const words = (greeting: string) =>
    db.execute(sql`
      insert into mail_sentences (template, subject, greeting, intro, closing)
      values ('newsletter-welcome', 'Soyez des nôtres', ${greeting}, 'Vous êtes des nôtres.', 'Nous')
      on conflict (template) do update set greeting = excluded.greeting`)
  onTestFinished(async () => {
    await db.execute(sql`delete from mail_sentences`)
  })
  await words("Chère amie,")
  const data = { token: "0123456789abcdef0123456789abcdef0123" }
  const id = await transaction((tx) => orderMail(tx, { template: "newsletter-welcome", to, data }, at))
  await words("Salut,")
  const waiting = await readMail(id)
  expect(waiting?.subject).toBe("Soyez des nôtres")
  expect(waiting?.text).toContain("Chère amie,")
  await deleteJob(id)
  expect((await readMail(id))?.text).toContain("Salut,")
})

test("a mail without a mail server is listed as stored by the worker itself", async () => {
  const worker = await startWorker()
  onTestFinished(() => worker.stop())
  const id = await order()
  await vi.waitFor(async () => expect((await list({ tab: "kept" })).rows.map((line) => line.id)).toEqual([id]), {
    timeout: 15_000,
    interval: 200,
  })
})

test("a failed mail, and only such a mail, can be sent again as a new one, once", async () => {
  const [failed, sent] = [await order(), await order()]
  await ended(failed, "refused")
  await ended(sent, "sent")
  const answers = await Promise.all([resendMail(owner, failed, at), resendMail(owner, failed, at)])
  const [again] = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers).toContainEqual({ ok: false, error: { kind: "not-undelivered" } })
  expect(await resendMail(owner, sent, at)).toMatchObject({ ok: false })
  expect(await resendMail(owner, randomUUID(), at)).toEqual({ ok: false, error: { kind: "not-found" } })
  expect((await list({ tab: "waiting" })).rows.map(({ id }) => id)).toEqual([again])
  expect((await list({ tab: "failed" })).total).toBe(0)
  expect(await readMail(failed)).toMatchObject({ state: "refused", sentAgainAs: again })
  const orders = (await readMailOrders()).filter(({ id }) => id === again)
  expect(orders).toMatchObject([{ data: { answer: "Oui, avec plaisir." } }])
  const events = await db
    .select()
    .from(recordedEvents)
    .where(sql`action = 'mail.retried'`)
  expect(events).toMatchObject([{ actorName: "Camille", subjectId: failed, details: { mail: again } }])
})

test("the owner finds a mail by recipient and text, in any word order", async () => {
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
  const findIds = async (query: Partial<MailQuery>) => (await list(query)).rows.map(({ id }) => id)
  expect(await findIds({ search: "aicha SCEAUX" })).toEqual([first])
  expect(await findIds({ search: "zoe@exemple" })).toEqual([first])
  expect(await findIds({ search: "100 %" })).toEqual([first])
  // The search ignores the keys of the stored JSON, and secrets.
  for (const search of ["question", "address", "token", "abcdef", "%"])
    expect(await findIds({ search: search === "%" ? "Sceaux% Lyon" : search })).toEqual([])
  await recordOutcome(first, { state: "sent", answer: "250 Ok", text: null }, at)
  expect(await findIds({ search: "aicha SCEAUX" })).toEqual([first])
  expect(await findIds({ template: "newsletter-confirmation" })).toEqual([second])
  expect(await findIds({ sort: "destinataire", descending: false })).toEqual([second, first])
  expect(await findIds({ sort: "destinataire", descending: true })).toEqual([first, second])
})

test("mails appear twenty-five per page, each once, and a page beyond the last is the last", async () => {
  await db.execute(sql`
    with mail as (
      insert into mails (id, template, message_id, ordered_at, state, settled_at)
      select gen_random_uuid(), 'newsletter-welcome', each || '@exemple.example', ${at.toISOString()}::timestamptz, 'sent', ${at.toISOString()}::timestamptz
      from generate_series(1, 60) each returning id)
    insert into mail_details (mail_id, recipients) select id, '[{"name": "", "address": "a@exemple.example"}]' from mail`)
  const pages = [await list({ page: 1 }), await list({ page: 2 }), await list({ page: 3 })]
  expect(pages.map(({ rows, total, pages: count }) => [rows.length, total, count])).toEqual([
    [25, 60, 3],
    [25, 60, 3],
    [10, 60, 3],
  ])
  expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(60)
  expect((await list({ page: 9 })).page).toBe(3)
})

test("an expired code is not sent again: it would open nothing", async () => {
  const data = { name: "", number: 1, token: "123456" }
  const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  const id = await transaction((tx) => orderMail(tx, { template: "signing-code", to, data }, at))
  await ended(id, "failed")
  expect(await resendMail(owner, id, after(10))).toEqual({ ok: false, error: { kind: "out-of-date" } })
  expect((await resendMail(owner, id, after(9))).ok).toBe(true)
})
