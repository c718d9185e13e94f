import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { type Staff, system, ownAccountParty } from "../../../domain/accounts/party.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { refuseBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { readBookingTimeline } from "../../booking-record/timeline.ts"
import { addFaqEntry } from "../../shop/content/edit-faq.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { readJournal } from "../../reports/journal/entries.ts"
import { users } from "../../platform/schema/accounts.ts"
import { events } from "../../platform/schema/events.ts"
import { undoEvent } from "../../reports/undo/undo.ts"
import { eraseEventDetails } from "./erase-event-details.ts"
import { recordEvent } from "../../platform/events/record.ts"

beforeEach(freshDatabase)

const everything = {
  person: null,
  matters: [],
  from: null,
  until: null,
  subject: null,
  search: "",
  actions: [],
}
const journal = async (search = "") =>
  (await readJournal({ ...everything, search }, { before: null, after: null })).entries
const readFacts = () => db.select().from(events).orderBy(events.id)

async function administrator(name = "Camille"): Promise<Staff> {
  return { kind: "administrator", id: (await makeAdministrator(name)).id, name }
}

async function refusedRequest(camille: Staff) {
  await makeFinanceSettings()
  const lila = await makeCustomer({ name: "Lila Morel", email: "lila@exemple.example" })
  const placed = await placeBooking({
    party: ownAccountParty(lila),
    order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id } = placed.value.booking
  const refused = await refuseBooking({ actor: camille, id, reason: "Lila n’a pas payé la dernière fois", at: now })
  if (!refused.ok) throw new Error(refused.error.kind)
  return { lila, bookingId: id, eventId: refused.value.eventId }
}

test("an erasure removes personal data from the record, and leaves facts and administrators readable", async () => {
  const camille = await administrator()
  const { lila, bookingId } = await refusedRequest(camille)
  await recordEvent(db, {
    by: system,
    action: "mail.refused",
    subject: randomUUID(),
    details: { template: "booking-message", code: 550 },
    personal: { said: "550 <LILA@exemple.example>: no such user" },
    at: now,
  })
  const question = { theme: "Location", question: "Peut-on annuler ?", answer: "Oui.", isPublished: true }
  await addFaqEntry(camille, question, now)
  const before = await readFacts()
  expect(await transaction((tx) => eraseEventDetails(tx, camille, lila.id, now))).toBe(3)

  expect((await readFacts()).slice(0, before.length)).toEqual(before)
  const { rows } = await db.execute(sql`select actor_name || personal::text as words from event_details`)
  expect(JSON.stringify(rows)).not.toMatch(/lila/i)
  expect(await readBookingTimeline(bookingId)).toMatchObject([
    { action: "booking.placed", actorName: "", details: { total: 25_000 }, erased: { name: true, details: false } },
    { action: "booking.refused", actorName: "Camille", erased: { name: false, details: true } },
  ])
  const entries = await journal()
  expect(entries.map(({ action, erased }) => [action, erased.details])).toEqual([
    ["person.details-erased", false],
    ["faq.added", false],
    ["booking.refused", true],
  ])
  expect(entries[1]?.details.after).toEqual(question)
  expect(await journal("payé")).toEqual([])
  expect(await journal("camille")).toHaveLength(3)
  expect(await transaction((tx) => eraseEventDetails(tx, camille, lila.id, now))).toBe(0)
})

test("an erasure removes an administrator's name, and leaves what they wrote about others", async () => {
  const [camille, sasha] = [await administrator(), await administrator("Sasha")]
  const { bookingId } = await refusedRequest(camille)
  await transaction((tx) => eraseEventDetails(tx, sasha, camille.id, now))
  expect((await readBookingTimeline(bookingId)).at(-1)).toMatchObject({
    actorName: "",
    details: { reason: "Lila n’a pas payé la dernière fois" },
    erased: { name: true, details: false },
  })
})

test("an erasure without a proven address leaves the words of others", async () => {
  const camille = await administrator()
  const recordWords = async (words: string) =>
    recordEvent(db, {
      by: system,
      action: "mail.refused",
      subject: randomUUID(),
      details: { template: "booking-message", code: 550 },
      personal: { said: words },
      at: now,
    })
  for (const words of ["marie-lila@exemple.example", "lila@exemple.example.fr", "<lila@exemple.example>"])
    await recordWords(words)
  const remainingWords = async () =>
    (
      await db.execute<{ said: string }>(
        sql`select personal ->> 'said' as said from event_details where personal ? 'said'`,
      )
    ).rows.map(({ said: words }) => words)
  const erase = async (values: Parameters<typeof makeCustomer>[0], account?: { emailVerified: boolean }) => {
    const person = await makeCustomer(values)
    if (account) await db.insert(users).values({ id: person.id, name: person.name, email: person.email, ...account })
    await transaction((tx) => eraseEventDetails(tx, camille, person.id, now))
    await db.execute(sql`update profiles set email = '' where id = ${person.id}`)
    await db.execute(sql`delete from users where id = ${person.id}`)
  }
  await erase({ email: "" })
  await erase({ email: "lila@exemple.example" }, { emailVerified: false })
  await erase({ email: "a@exemple.example" }, { emailVerified: true })
  expect(await remainingWords()).toHaveLength(3)
  await erase({ email: "lila@exemple.example" }, { emailVerified: true })
  expect(await remainingWords()).toEqual(["marie-lila@exemple.example", "lila@exemple.example.fr"])
})

test("an event with erased data cannot be undone in part", async () => {
  const camille = await administrator()
  const id = await addFaqEntry(camille, { theme: "Fête", question: "Q ?", answer: "R.", isPublished: true }, now)
  const eventId = await recordEvent(db, {
    by: camille,
    action: "faq.removed",
    subject: id,
    personal: { removed: [] },
    at: now,
  })
  await db.execute(sql`update event_details set personal = null where event_id = ${eventId}`)
  expect(await undoEvent(camille, eventId, now)).toEqual({ ok: false, error: { kind: "not-undoable" } })
})

test("the database forbids changing or deleting an event, and allows only erasure in its details", async () => {
  await refusedRequest(await administrator())
  for (const change of [
    sql`update events set details = '{}'`,
    sql`update events set actor_id = null, at = now()`,
    sql`delete from events`,
    sql`truncate events cascade`,
    sql`update event_details set actor_name = 'Personne'`,
    sql`update event_details set personal = '{"reason": "Autre"}'`,
    sql`update event_details set event_id = event_id + 100`,
    sql`delete from event_details`,
    sql`truncate event_details`,
  ])
    await expect(db.execute(change)).rejects.toThrow()
  await db.execute(sql`update event_details set actor_name = null, personal = null`)
  // Erased data cannot be written again.
  await expect(db.execute(sql`update event_details set actor_name = 'Camille'`)).rejects.toThrow()
  expect(await db.$count(events)).toBe(2)
})

test("the details could be rewritten without their trigger, which is what forbids it", async () => {
  await refusedRequest(await administrator())
  await db.execute(sql`alter table event_details disable trigger event_details_erased_only`)
  await db.execute(sql`update event_details set actor_name = 'Personne'`)
  expect((await db.execute(sql`select 1 from event_details where actor_name = 'Personne'`)).rows).toHaveLength(2)
})
