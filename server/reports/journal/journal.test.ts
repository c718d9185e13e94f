import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { confirmBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { addFaqEntry, removeFaqEntry, saveFaqEntry } from "../../shop/content/edit-faq.ts"
import { db } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { events, recordedEvents } from "../../platform/schema/events.ts"
import { undoEvent } from "../undo/undo.ts"
import { type JournalFilter, matchesAllWords, listJournalPeople, readJournal } from "./entries.ts"

beforeEach(freshDatabase)

const everything: JournalFilter = {
  person: null,
  matters: [],
  from: null,
  until: null,
  subject: null,
  search: "",
  actions: [],
}
const latest = { before: null, after: null }
const text = { theme: "Location", question: "Peut-on annuler ?", answer: "Oui.", isPublished: true }

async function editor(name = "Camille"): Promise<Staff> {
  return { kind: "administrator", id: (await makeAdministrator(name)).id, name }
}

const actions = async (filter: Partial<JournalFilter>) =>
  (await readJournal({ ...everything, ...filter }, latest)).entries.map(({ action }) => action)

async function confirmedBooking(by: Staff) {
  await makeFinanceSettings()
  const client = await makeCustomer({ name: "Zoé Lefèvre" })
  const placed = await placeBooking({
    party: ownAccountParty(client),
    order: makeOrder((await makeProduct({ name: "Miroir magique" })).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error("The booking was refused")
  await confirmBooking(by, placed.value.booking.id, now)
  return placed.value.booking
}

describe("the journal", () => {
  test("the journal lists what administrators did, latest first, without customers and the system", async () => {
    const camille = await editor()
    await confirmedBooking(camille)
    await addFaqEntry(camille, text, now)
    const { entries } = await readJournal(everything, latest)
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["faq.added", "Camille"],
      ["booking.confirmed", "Camille"],
    ])
    expect(entries[1]?.label?.text).toMatch(/^n°\s\d+, Zoé Lefèvre$/)
  })

  test("the journal is filtered by person, topic, period and subject", async () => {
    const [camille, nora] = [await editor(), await editor("Nora")]
    const booking = await confirmedBooking(camille)
    const question = await addFaqEntry(nora, text, new Date("2027-05-02T22:30:00Z"))
    expect(await actions({ person: nora.id })).toEqual(["faq.added"])
    expect(await actions({ matters: ["booking"] })).toEqual(["booking.confirmed"])
    // Half past midnight in Paris is the next day.
    expect(await actions({ from: "2027-05-03" })).toEqual(["faq.added"])
    expect(await actions({ until: "2027-05-02" })).toEqual(["booking.confirmed"])
    expect(await actions({ subject: { kind: "faq-entry", id: question } })).toEqual(["faq.added"])
    expect(await actions({ subject: { kind: "booking", id: booking.id } })).toEqual(["booking.confirmed"])
    expect((await listJournalPeople()).map(({ name }) => name)).toEqual(["Camille", "Nora"])
  })

  test("the journal is searched by act, subject, person and booking number", async () => {
    const camille = await editor()
    const booking = await confirmedBooking(camille)
    await addFaqEntry(camille, text, now)
    expect(await actions({ search: "lefevre" })).toEqual(["booking.confirmed"])
    expect(await actions({ search: `n° ${booking.number}` })).toEqual(["booking.confirmed"])
    expect(await actions({ search: "peut-on ANNULER" })).toEqual(["faq.added"])
    expect(await actions({ search: "question", actions: ["faq.added"] })).toEqual(["faq.added"])
    expect(await actions({ search: "camille" })).toHaveLength(2)
    expect(await actions({ search: "introuvable" })).toEqual([])
  })

  test("the journal stores an edit before and after, and shortens a long text", async () => {
    const camille = await editor()
    const id = await addFaqEntry(camille, text, now)
    await saveFaqEntry({
      actor: camille,
      id,
      typed: { ...text, question: "Et sinon ?", answer: "x".repeat(5000) },
      loaded: null,
      at: now,
    }).then((answer) => expect(answer.ok).toBe(false))
    const [row] = (await db.execute<{ updated_at: string }>(sql`select updated_at::text from faq_entries`)).rows
    const [stored] = await readJournal(everything, latest).then(({ entries }) => entries)
    expect(row && stored?.details["after"]).toEqual(text)
    const version = new Date(String(stored?.details["version"]))
    expect(
      (
        await saveFaqEntry({
          actor: camille,
          id,
          typed: { ...text, question: "Et sinon ?", answer: "x".repeat(5000) },
          loaded: version,
          at: now,
        })
      ).ok,
    ).toBe(true)
    const [saved] = (await readJournal(everything, latest)).entries
    expect(saved?.details).toMatchObject({
      before: { question: "Peut-on annuler ?", answer: "Oui." },
      after: { question: "Et sinon ?", answer: `${"x".repeat(2000)}…` },
    })
  })

  test("the journal shows that a deletion was restored", async () => {
    const camille = await editor()
    const id = await addFaqEntry(camille, text, now)
    const removed = await removeFaqEntry(camille, id, now)
    if (!removed.ok) throw new Error("Nothing was removed")
    const [before] = (await readJournal(everything, latest)).entries
    expect(before).toMatchObject({
      action: "faq.removed",
      undone: false,
      label: { text: "Peut-on annuler ?", exists: false },
    })
    expect((await undoEvent(camille, removed.value, now)).ok).toBe(true)
    const { entries } = await readJournal(everything, latest)
    expect(entries.map(({ action, undone }) => [action, undone])).toEqual([
      ["faq.put-back", false],
      ["faq.removed", true],
      ["faq.added", false],
    ])
  })

  test("the journal cannot be changed, emptied or shortened by any database user", async () => {
    await addFaqEntry(await editor(), text, now)
    for (const change of [sql`update events set actor_id = null`, sql`delete from events`, sql`truncate events`]) {
      await expect(db.execute(change)).rejects.toThrow()
    }
    expect(await db.$count(events)).toBe(1)
  })
})

describe("a long journal", () => {
  test("a long journal is read page by page in both directions without a gap, through indexes", async () => {
    const camille = await editor()
    for (let part = 0; part < 2; part++)
      await db.execute(sql`
      with written as (
        insert into events (at, actor_kind, actor_id, action, subject_kind, subject_id, details)
        select '2027-01-01'::timestamptz + n * interval '1 minute', case when n % 10 = 0 then 'customer' else 'administrator' end,
          ${camille.id}, 'faq.saved', 'faq-entry', 'entree-' || n, '{"changed": ["question"]}'
        from generate_series(${part * 4000 + 1}::integer, ${part * 4000 + 4000}::integer) n returning id)
      insert into event_details (event_id, actor_name, personal)
      select id, 'Camille', jsonb_build_object('after', jsonb_build_object('question', 'Question ' || md5(id::text))) from written`)
    await recordEvent(db, {
      by: camille,
      action: "faq.saved",
      subject: "unique",
      details: { changed: ["question"], version: now.toISOString() },
      personal: { after: { question: "Une aiguille" } },
      at: now,
    })
    await db.execute(sql`analyze events, event_details`)
    const first = await readJournal(everything, latest)
    expect([first.entries.length, first.newer]).toEqual([50, null])
    const second = await readJournal(everything, { before: first.older, after: null })
    expect(second.entries[0]?.id).toBeLessThan(first.entries.at(-1)?.id ?? 0)
    const back = await readJournal(everything, { before: null, after: second.newer })
    expect(back.entries.map(({ id }) => id)).toEqual(first.entries.map(({ id }) => id))
    expect(back.newer).toBeNull()
    const last = await readJournal(everything, { before: 40, after: null })
    expect(last.older).toBeNull()
    expect(await actions({ search: "aiguille" })).toEqual(["faq.saved"])

    const plan = async (query: ReturnType<typeof sql>) =>
      JSON.stringify((await db.execute(sql`explain (format json) ${query}`)).rows)
    const deep = await plan(
      sql`select * from events where actor_kind = 'administrator' and id < 300 order by id desc limit 51`,
    )
    expect(deep).not.toContain("Seq Scan")
    const rare = await plan(
      sql`select id from ${recordedEvents} where ${matchesAllWords("aiguille")} order by id desc limit 51`,
    )
    expect(rare).toContain("events_journal_search")
    expect(rare).toContain("event_details_search")
    expect(rare).not.toContain("Seq Scan")
    expect(
      await plan(
        sql`select id from events where actor_kind = 'administrator' and actor_id = ${camille.id} order by id desc limit 51`,
      ),
    ).not.toContain("Seq Scan")
  })
})
