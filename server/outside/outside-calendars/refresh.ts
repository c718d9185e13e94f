import { eq, sql } from "drizzle-orm"
import type { OutsideFailure } from "../../../domain/availability/outside.ts"
import { DEFAULT_HORIZON_DAYS } from "../../../domain/availability/limits.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { refuseExpiredForProduct } from "../../bookings/refuse-expired.ts"
import { releaseMovedEvents } from "../../availability/outside.ts"
import { lockProducts } from "../../availability/ranges.ts"
import { reuseFreeUnits } from "../../availability/rehouse.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { type OutboundProblem, type Reach, fetchUntrusted } from "../../platform/outbound/fetch-untrusted.ts"
import { outsideCalendars } from "../../platform/schema/outside-calendars.ts"
import { readUntrusted, defineReader } from "../../platform/untrusted/read.ts"
import type { OutsideEntry, readEvents } from "./read-events.ts"

const calendarReader = defineReader<typeof readEvents>("server/outside/outside-calendars/read-events.ts", "readEvents")

const TIMEOUT_MS = 10_000
const MAX_BYTES = 10 * 1024 * 1024
const REDIRECTS = 3
/** Reread even if unchanged, because repetitions reach further each day. */
const FULL_READ_DAYS = 7
/** Low, because our database connections are few. */
const CONCURRENCY = 4

type StoredCalendar = typeof outsideCalendars.$inferSelect
type FetchedCalendar = {
  etag: string | null
  lastModified: string | null
  entries: OutsideEntry[]
  unread: number
  readUntil: Day
}

/** A failed read keeps the previous events. null when the calendar was removed. */
export async function refreshOutsideCalendar(
  id: Id,
  at: Date = new Date(),
  reach?: Reach,
): Promise<Result<{ events: number }, OutsideFailure> | null> {
  const [calendar] = await db.select().from(outsideCalendars).where(eq(outsideCalendars.id, id))
  if (!calendar) return null
  const read = await fetchOutsideCalendar(calendar, at, reach)
  if (!read.ok) {
    // The address is a secret and must not be logged.
    log.warn("An outside calendar could not be read", { calendar: id, failure: read.error })
    await db
      .update(outsideCalendars)
      .set({
        askedAt: at,
        failure: read.error,
        failingSince: sql`coalesce(${outsideCalendars.failingSince}, ${at.toISOString()}::timestamptz)`,
      })
      .where(eq(outsideCalendars.id, id))
    return read
  }
  return ok({ events: await storeOutsideEvents(calendar, read.value, at) })
}

export async function refreshOutsideCalendars(at: Date, reach?: Reach): Promise<string> {
  const ids = await db.select({ id: outsideCalendars.id }).from(outsideCalendars).orderBy(outsideCalendars.id)
  const waiting = ids.map(({ id }) => id)
  let [read, failed] = [0, 0]
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const refreshed = await refreshOutsideCalendar(id, at, reach)
      if (refreshed?.ok) read++
      else if (refreshed) failed++
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return `${read} calendars read, ${failed} failed`
}

export async function fetchOutsideCalendar(
  { address, readUntil, ...validators }: Pick<StoredCalendar, "address" | "readUntil" | "etag" | "lastModified">,
  at: Date,
  reach: Reach | undefined,
): Promise<Result<FetchedCalendar | null, OutsideFailure>> {
  const today = dayInParis(at)
  const horizon = addDays(today, DEFAULT_HORIZON_DAYS)
  const reachesFar = readUntil !== null && readUntil > addDays(horizon, -FULL_READ_DAYS)
  const { etag, lastModified } = reachesFar ? validators : { etag: null, lastModified: null }
  const answer = await fetchUntrusted(address, {
    headers: {
      accept: "text/calendar, */*;q=0.1",
      ...(etag ? { "if-none-match": etag } : {}),
      ...(lastModified ? { "if-modified-since": lastModified } : {}),
    },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    redirects: REDIRECTS,
    ...(reach ? { reach } : {}),
  })
  if (!answer.ok) return err(answer.error satisfies OutboundProblem)
  const { status, headers, body } = answer.value
  if (status === 304 && (etag || lastModified)) return ok(null)
  if (status === 401 || status === 403) return err("forbidden")
  if (status === 404 || status === 410) return err("not-found")
  if (status !== 200) return err("bad-answer")
  const read = await readUntrusted(calendarReader, [
    body.toString("utf8"),
    { from: today, to: horizon, host: new URL(environment.origin).hostname },
  ])
  if (!read.ok) return err(read.error)
  const events = read.value
  if (!events.ok) return events
  return ok({
    ...events.value,
    etag: boundedHeader(headers.etag),
    lastModified: boundedHeader(headers["last-modified"]),
    readUntil: horizon,
  })
}

function boundedHeader(header: string | undefined): string | null {
  return header && header.length <= 500 ? header : null
}

export async function storeOutsideEvents(
  calendar: Pick<StoredCalendar, "id" | "productId">,
  fetched: FetchedCalendar | null,
  at: Date,
): Promise<number> {
  const { id, productId } = calendar
  const today = dayInParis(at)
  return transaction(async (tx) => {
    await refuseExpiredForProduct(tx, productId, at)
    await lockProducts(tx, [productId])
    if ((await tx.$count(outsideCalendars, eq(outsideCalendars.id, id))) === 0) return 0
    if (fetched) await writeEvents(tx, calendar, fetched.entries, today)
    await reuseFreeUnits(tx, { productIds: [productId], at })
    await tx
      .update(outsideCalendars)
      .set({
        askedAt: at,
        readAt: at,
        failure: null,
        failingSince: null,
        ...(fetched && {
          etag: fetched.etag,
          lastModified: fetched.lastModified,
          readUntil: fetched.readUntil,
          unread: fetched.unread,
        }),
      })
      .where(eq(outsideCalendars.id, id))
    return tx.$count(sql`outside_events`, sql`calendar_id = ${id} and last_day >= ${today}::date`)
  })
}

/** Past time stays unchanged; a key names the start of its event, so only its end can change. */
async function writeEvents(
  tx: Transaction,
  calendar: Pick<StoredCalendar, "id" | "productId">,
  entries: readonly OutsideEntry[],
  today: Day,
): Promise<void> {
  const { id: calendarId, productId } = calendar
  const keys = sql.param(entries.map(({ key }) => key))
  const { rows: changed } = await tx.execute<{ id: Id }>(sql`
    insert into outside_events (calendar_id, key, first_day, last_day, during)
    select ${calendarId}::uuid, key, first, last,
      case when during ? 'from' then tstzrange((during ->> 'from')::timestamptz, (during ->> 'until')::timestamptz) end
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) entry (key text, first date, last date, during jsonb)
    on conflict (calendar_id, key) do update
      set first_day = case when outside_events.first_day < ${today}::date then outside_events.first_day
          else excluded.first_day end,
        last_day = excluded.last_day, during = excluded.during
      where (outside_events.first_day, outside_events.last_day, outside_events.during)
        is distinct from (excluded.first_day, excluded.last_day, excluded.during)
    returning id`)
  // A running event that disappeared ended yesterday.
  const { rows: ended } = await tx.execute<{ id: Id }>(sql`
    update outside_events
    set last_day = ${addDays(today, -1)}::date, during = during * rental_range(null, ${addDays(today, -1)}::date, 0)
    where calendar_id = ${calendarId} and first_day < ${today}::date and last_day >= ${today}::date
      and not key = any(${keys}::text[])
    returning id`)
  await tx.execute(sql`
    delete from outside_events
    where calendar_id = ${calendarId} and first_day >= ${today}::date and not key = any(${keys}::text[])`)
  const moved = [...changed, ...ended].map(({ id }) => id)
  await releaseMovedEvents(tx, { calendarId, productId, changed: moved, today })
}
