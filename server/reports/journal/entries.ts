import { type SQL, and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm"
import type { Day } from "../../../domain/day.ts"
import type { BookingId, ProductId, ProfileId } from "../../../domain/id.ts"
import { type Action, type RecordedDetails, isAction } from "../../../domain/journal/acts.ts"
import { bookingsFoundBy, exactNumberFirst } from "../../booking-record/found-by.ts"
import { peopleFoundBy } from "../../accounts/customers/find.ts"
import { hasName } from "../../catalog/named.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { mergedDetails } from "../../platform/events/merged-details.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { searchPatterns } from "../../platform/text-search.ts"
import { removedRowsIn } from "../../platform/events/removal.ts"
import { namesIn } from "./names.ts"
import { type SubjectLabel, subjectLabels } from "./subjects.ts"

export type JournalFilter = {
  /** An administrator's id. */
  person: ProfileId | null
  /** Beginnings of actions: "booking", "legal". Empty: all. */
  matters: readonly string[]
  from: Day | null
  until: Day | null
  subject: { kind: string; id: string } | null
  search: string
  /** Actions whose words hold what is searched for. */
  actions: readonly string[]
}

/** Where a page begins: acts before that one, or the page that ends just after it; neither: the latest. */
export type JournalPlace = { before: number | null; after: number | null }

export type JournalEntry = {
  id: number
  at: Date
  actorId: ProfileId | null
  actorName: string
  /** How the key of the API is called by which it was done; null for none. */
  apiKey: string | null
  /** Null for an act of former times. */
  action: Action | null
  subject: { kind: string; id: string }
  label: SubjectLabel | null
  bookingId: BookingId | null
  details: RecordedDetails
  /** What of it was erased since. */
  erased: { name: boolean; details: boolean }
  /** What was removed, or undone, was put back by a later act. */
  undone: boolean
  /** Something was removed, or another picture shown, that can be put back as it was. */
  putBack: boolean
}

/** `names`: what the ids in the details are called. */
export type JournalPage = {
  entries: JournalEntry[]
  names: Record<string, string>
  older: number | null
  newer: number | null
}

const ENTRIES_ON_A_PAGE = 50

const byAdministrator = eq(recordedEvents.actorKind, "administrator")
const undone = sql<boolean>`exists (
  select 1 from events as later where later.details ? 'undoes' and later.details ->> 'undoes' = recorded_events.id::text)`

/** What administrators did, the latest first. Read by the id of the last entry seen, so that page one thousand costs what page one does. */
export async function readJournal(filter: JournalFilter, { before, after }: JournalPlace): Promise<JournalPage> {
  const which = and(
    byAdministrator,
    ...conditions(filter),
    filter.search === "" ? undefined : searched(filter.search, filter.actions, await findSubjects(filter.search)),
  )
  const upwards = after !== null
  const found = await db
    .select({
      id: recordedEvents.id,
      at: recordedEvents.at,
      actorId: recordedEvents.actorId,
      actorName: recordedEvents.actorName,
      apiKey: recordedEvents.apiKey,
      action: recordedEvents.action,
      subjectKind: recordedEvents.subjectKind,
      subjectId: recordedEvents.subjectId,
      bookingId: recordedEvents.bookingId,
      details: recordedEvents.details,
      personal: recordedEvents.personal,
      erased: { name: recordedEvents.actorErased, details: recordedEvents.personalErased },
      undone,
    })
    .from(recordedEvents)
    .where(
      and(
        which,
        upwards ? gt(recordedEvents.id, after) : undefined,
        !upwards && before !== null ? lt(recordedEvents.id, before) : undefined,
      ),
    )
    .orderBy(upwards ? asc(recordedEvents.id) : desc(recordedEvents.id))
    .limit(ENTRIES_ON_A_PAGE + 1)
  const rows = found.map(({ details, personal, ...row }) => ({ ...row, details: mergedDetails({ details, personal }) }))
  const more = rows.length > ENTRIES_ON_A_PAGE
  const shown = rows.slice(0, ENTRIES_ON_A_PAGE)
  if (upwards) shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  const [isOlder, isNewer] = upwards ? [true, more] : [more, first !== undefined && before !== null]
  const [labels, names] = await Promise.all([
    subjectLabels(shown.map(({ subjectKind: kind, subjectId: id, details }) => ({ kind, id, details }))),
    namesIn(shown.map(({ details }) => details)),
  ])
  return {
    names,
    entries: shown.map(({ subjectKind: kind, subjectId: id, ...row }) => ({
      ...row,
      action: isAction(row.action) ? row.action : null,
      subject: { kind, id },
      label: labels.get(`${kind}:${id}`) ?? null,
      putBack: removedRowsIn(row.details).length > 0,
    })),
    older: isOlder && last ? last.id : null,
    newer: isNewer && first ? first.id : null,
  }
}

function conditions({ person, matters, from, until, subject }: JournalFilter): (SQL | undefined)[] {
  return [
    person === null ? undefined : eq(recordedEvents.actorId, person),
    matters.length === 0 ? undefined : inArray(sql`split_part(${recordedEvents.action}, '.', 1)`, [...matters]),
    from === null ? undefined : sql`${recordedEvents.at} >= ${from}::date::timestamp at time zone 'Europe/Paris'`,
    until === null
      ? undefined
      : sql`${recordedEvents.at} < (${until}::date + 1)::timestamp at time zone 'Europe/Paris'`,
    subject === null
      ? undefined
      : and(eq(recordedEvents.subjectKind, subject.kind), eq(recordedEvents.subjectId, subject.id)),
  ]
}

/** What a search finds beside the texts of the record: each by an index, so that a rare word does not read the whole journal. */
type Found = { products: ProductId[]; people: ProfileId[]; bookings: BookingId[] }

const MAX_RESULTS = 500

/** A product by its name, a person by name or address, a booking by its number, its client, its town or its product. */
async function findSubjects(search: string): Promise<Found> {
  const [named, people, booked] = await Promise.all([
    db.select({ id: products.id }).from(products).where(hasName(search)).limit(MAX_RESULTS),
    db.select({ id: profiles.id }).from(profiles).where(peopleFoundBy(search)).limit(MAX_RESULTS),
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(bookingsFoundBy(search))
      .orderBy(...exactNumberFirst(search))
      .limit(MAX_RESULTS),
  ])
  return {
    products: named.map(({ id }) => id),
    people: people.map(({ id }) => id),
    bookings: booked.map(({ id }) => id),
  }
}

function searched(search: string, actions: readonly string[], found: Found): SQL | undefined {
  const subjects = (kind: string, ids: string[]) =>
    ids.length === 0
      ? undefined
      : and(eq(recordedEvents.subjectKind, kind), sql`${recordedEvents.subjectId} = any(${sql.param(ids)}::text[])`)
  return or(
    holdsAll(search),
    actions.length === 0 ? undefined : and(byAdministrator, inArray(recordedEvents.action, [...actions])),
    subjects("product", found.products),
    subjects("manual", found.products),
    subjects("person", found.people),
    found.bookings.length === 0
      ? undefined
      : sql`${recordedEvents.bookingId} = any(${sql.param(found.bookings)}::uuid[])`,
  )
}

/** All the words of a search, in an administrator's act. */
export const holdsAll = (search: string) => and(byAdministrator, ...searchPatterns(search).map(holdsPattern))

/**
 * In the facts of an act, or in its personal part: the name of who acted is there. The events of the latter are looked
 * up first and once (`array`), so that both parts are found by their index.
 */
function holdsPattern(pattern: string): SQL {
  return sql`(without_accents(left(${recordedEvents.details}::text, 2000)) like without_accents(${pattern})
    or ${recordedEvents.id} = any(array(select event_id from event_details
      where in_journal and without_accents(coalesce(actor_name, '') || ' ' || left(coalesce(personal::text, ''), 2000)) like without_accents(${pattern}))))`
}

/** Everybody who ever acted as an administrator, by the name they had last, without reading every event. */
export async function journalPeople(): Promise<{ id: ProfileId; name: string }[]> {
  const { rows } = await db.execute<{ id: ProfileId; name: string }>(sql`
    with recursive actors as (
      (select actor_id from events where actor_kind = 'administrator' and actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from events where actor_kind = 'administrator' and actor_id > actors.actor_id order by actor_id limit 1)
      from actors where actors.actor_id is not null)
    select actor_id as id, (
      select actor_name from recorded_events latest
      where actor_kind = 'administrator' and latest.actor_id = actors.actor_id order by id desc limit 1) as name
    from actors where actor_id is not null order by 2, 1`)
  return rows
}
