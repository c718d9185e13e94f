import { type SQL, and, asc, desc, eq, gt, inArray, lt, or, sql } from "drizzle-orm"
import type { Day } from "../../../domain/day.ts"
import type { BookingId, ProductId, ProfileId } from "../../../domain/id.ts"
import { type Action, type RecordedDetails, isAction } from "../../../domain/journal/acts.ts"
import { matchesBooking, orderByExactNumber } from "../../booking-record/search-bookings.ts"
import { matchesPerson } from "../../accounts/customers/find-customers.ts"
import { matchesName } from "../../catalog/match-name.ts"
import { db } from "../../platform/database.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { mergeDetails } from "../../platform/events/merge-details.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { searchPatterns } from "../../platform/text-search.ts"
import { parseRemovedRows } from "../../platform/events/removal.ts"
import { readNames } from "./names.ts"
import { type SubjectLabel, readSubjectLabels } from "./subjects.ts"

export type JournalFilter = {
  person: ProfileId | null
  matters: readonly string[]
  from: Day | null
  until: Day | null
  subject: { kind: string; id: string } | null
  search: string
  actions: readonly string[]
}

/** Keyset position: entries before or after an id; both null for the latest. */
type JournalPlace = { before: number | null; after: number | null }

type JournalEntry = {
  id: number
  at: Date
  actorId: ProfileId | null
  actorName: string
  apiKey: string | null
  action: Action | null
  subject: { kind: string; id: string }
  label: SubjectLabel | null
  bookingId: BookingId | null
  details: RecordedDetails
  erased: { name: boolean; details: boolean }
  undone: boolean
  isRestorable: boolean
}

type JournalPage = {
  entries: JournalEntry[]
  names: Record<string, string>
  older: number | null
  newer: number | null
}

const ENTRIES_PER_PAGE = 50

const byAdministrator = eq(recordedEvents.actorKind, "administrator")
const undone = sql<boolean>`exists (
  select 1 from events as later where later.details ? 'undoes' and later.details ->> 'undoes' = recorded_events.id::text)`

/** Keyset pagination: page one thousand costs as much as page one. */
export async function readJournal(filter: JournalFilter, { before, after }: JournalPlace): Promise<JournalPage> {
  const condition = and(
    byAdministrator,
    ...conditions(filter),
    filter.search === ""
      ? undefined
      : searchCondition(filter.search, filter.actions, await findSubjects(filter.search)),
  )
  const isAscending = after !== null
  const selected = await db
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
        condition,
        isAscending ? gt(recordedEvents.id, after) : undefined,
        !isAscending && before !== null ? lt(recordedEvents.id, before) : undefined,
      ),
    )
    .orderBy(isAscending ? asc(recordedEvents.id) : desc(recordedEvents.id))
    .limit(ENTRIES_PER_PAGE + 1)
  const rows = selected.map(({ details, personal, ...row }) => ({
    ...row,
    details: mergeDetails({ details, personal }),
  }))
  const hasMore = rows.length > ENTRIES_PER_PAGE
  const pageRows = rows.slice(0, ENTRIES_PER_PAGE)
  if (isAscending) pageRows.reverse()
  const [first, last] = [pageRows[0], pageRows.at(-1)]
  const [isOlder, isNewer] = isAscending ? [true, hasMore] : [hasMore, first !== undefined && before !== null]
  const [labels, names] = await Promise.all([
    readSubjectLabels(pageRows.map(({ subjectKind: kind, subjectId: id, details }) => ({ kind, id, details }))),
    readNames(pageRows.map(({ details }) => details)),
  ])
  return {
    names,
    entries: pageRows.map(({ subjectKind: kind, subjectId: id, ...row }) => ({
      ...row,
      action: isAction(row.action) ? row.action : null,
      subject: { kind, id },
      label: labels.get(`${kind}:${id}`) ?? null,
      isRestorable: parseRemovedRows(row.details).length > 0,
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

/** Each list comes from an index, so that rare words do not scan the journal. */
type SubjectMatches = { products: ProductId[]; people: ProfileId[]; bookings: BookingId[] }

const MAX_RESULTS = 500

async function findSubjects(search: string): Promise<SubjectMatches> {
  const [productRows, people, bookingRows] = await Promise.all([
    db.select({ id: products.id }).from(products).where(matchesName(search)).limit(MAX_RESULTS),
    db.select({ id: profiles.id }).from(profiles).where(matchesPerson(search)).limit(MAX_RESULTS),
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(matchesBooking(search))
      .orderBy(...orderByExactNumber(search))
      .limit(MAX_RESULTS),
  ])
  return {
    products: productRows.map(({ id }) => id),
    people: people.map(({ id }) => id),
    bookings: bookingRows.map(({ id }) => id),
  }
}

function searchCondition(search: string, actions: readonly string[], matches: SubjectMatches): SQL | undefined {
  const subjects = (kind: string, ids: string[]) =>
    ids.length === 0
      ? undefined
      : and(eq(recordedEvents.subjectKind, kind), sql`${recordedEvents.subjectId} = any(${sql.param(ids)}::text[])`)
  return or(
    matchesAllWords(search),
    actions.length === 0 ? undefined : and(byAdministrator, inArray(recordedEvents.action, [...actions])),
    subjects("product", matches.products),
    subjects("manual", matches.products),
    subjects("person", matches.people),
    matches.bookings.length === 0
      ? undefined
      : sql`${recordedEvents.bookingId} = any(${sql.param(matches.bookings)}::uuid[])`,
  )
}

export const matchesAllWords = (search: string) => and(byAdministrator, ...searchPatterns(search).map(matchesPattern))

/** The personal part is looked up once (`array`), so that both parts use their index. */
function matchesPattern(pattern: string): SQL {
  return sql`(without_accents(left(${recordedEvents.details}::text, 2000)) like without_accents(${pattern})
    or ${recordedEvents.id} = any(array(select event_id from event_details
      where in_journal and without_accents(coalesce(actor_name, '') || ' ' || left(coalesce(personal::text, ''), 2000)) like without_accents(${pattern}))))`
}

export async function listJournalPeople(): Promise<{ id: ProfileId; name: string }[]> {
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
