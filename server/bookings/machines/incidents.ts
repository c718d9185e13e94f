import { randomUUID } from "node:crypto"
import { and, desc, eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { MAX_INCIDENT_PHOTOS } from "../../../domain/catalog/incidents.ts"
import { REPORT_PHOTO_SIDE } from "../../../domain/booking/condition-report.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { selectUnitRentals, unitIdOf } from "../../availability/unit-rentals.ts"
import { type UnitKey, lockUnit } from "../../availability/units.ts"
import type { Gone } from "../../catalog/product-rows.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { removeRows } from "../../platform/events/removal.ts"
import { acceptPhoto } from "../../platform/images/accept-photo.ts"
import type { ImageRefusal } from "../../platform/images/refusals.ts"
import { unitIncidents } from "../../platform/schema/machines.ts"
import { storage } from "../../platform/storage/current.server.ts"
import type { OpenObject } from "../../platform/storage/storage.ts"

/** Private: serve it only behind an access check. */
export const INCIDENT_BUCKET = "unit-incidents"

export type Incident = typeof unitIncidents.$inferSelect & { bookingNumber: number | null }
type IncidentProblem = Gone | { kind: "future" } | { kind: "photo"; refusal: ImageRefusal }

const isOfUnit = ({ productId, number }: UnitKey) =>
  and(eq(unitIncidents.productId, productId), eq(unitIncidents.unitNumber, number))

const isIncident = (key: UnitKey, id: Id) => and(isOfUnit(key), eq(unitIncidents.id, id))

type AddIncident = {
  actor: Staff
  key: UnitKey
  incident: { day: Day; words: string; cost: Cents | null; reportId: Id | null }
  /** Unchecked uploads. */
  photos?: readonly Uint8Array[]
  at?: Date
}

/** Stores photographs before the transaction; a rollback leaves orphaned files. */
export async function addIncident({
  actor,
  key,
  incident,
  photos = [],
  at = new Date(),
}: AddIncident): Promise<Result<Id, IncidentProblem>> {
  if (incident.day > dayInParis(at)) return err({ kind: "future" })
  const files: { path: string; body: Uint8Array }[] = []
  for (const body of photos.slice(0, MAX_INCIDENT_PHOTOS)) {
    const photo = await acceptPhoto(body, REPORT_PHOTO_SIDE)
    if (!photo.ok) return err({ kind: "photo", refusal: photo.error })
    files.push({ path: `${key.productId}/${randomUUID()}.jpg`, body: photo.value.data })
  }
  const store = await storage()
  for (const file of files)
    await store.put({
      bucket: INCIDENT_BUCKET,
      contentType: "image/jpeg",
      cacheControl: "private, no-store",
      ...file,
    })
  return transaction(async (tx) => {
    if (!(await lockUnit(tx, key))) return err({ kind: "gone" })
    const { reportId } = incident
    const isOwnReport =
      reportId === null || (await listReportedDamage(key, tx)).some((damage) => damage.reportId === reportId)
    if (!isOwnReport) return err({ kind: "gone" })
    const [added] = await tx
      .insert(unitIncidents)
      .values({
        ...incident,
        productId: key.productId,
        unitNumber: key.number,
        photoKeys: files.map(({ path }) => path),
      })
      .returning()
    if (!added) throw new Error("No incident was added")
    const { day: happenedOn, cost } = added
    await recordEvent(tx, {
      by: actor,
      action: "unit.incident-added",
      subject: key.productId,
      details: { unitNumber: key.number, happenedOn, cost },
      at,
    })
    return ok(added.id)
  })
}

type SaveIncident = {
  actor: Staff
  key: UnitKey
  id: Id
  typed: { words: string; cost: Cents | null }
  at?: Date
}

export async function saveIncident({
  actor,
  key,
  id,
  typed,
  at = new Date(),
}: SaveIncident): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const [saved] = await tx.update(unitIncidents).set(typed).where(isIncident(key, id)).returning()
    if (!saved) return err({ kind: "gone" })
    await recordEvent(tx, {
      by: actor,
      action: "unit.incident-saved",
      subject: key.productId,
      details: { unitNumber: key.number, happenedOn: saved.day, cost: saved.cost },
      at,
    })
    return ok(null)
  })
}

/** Its photographs stay while the removal can be undone. Answers its event. */
export async function removeIncident(
  actor: Staff,
  key: UnitKey,
  { id, at = new Date() }: { id: Id; at?: Date },
): Promise<Result<number, Gone>> {
  return transaction(async (tx) => {
    const [incident] = await tx.select().from(unitIncidents).where(isIncident(key, id)).for("update")
    if (!incident) return err({ kind: "gone" })
    const removed = await removeRows(tx, "unit_incidents", "id", id)
    return ok(
      await recordEvent(tx, {
        by: actor,
        action: "unit.incident-removed",
        subject: key.productId,
        details: { unitNumber: key.number, happenedOn: incident.day, cost: incident.cost },
        personal: { removed },
        at,
      }),
    )
  })
}

/** Also the photographs of removals that can be undone. */
export const selectIncidentPhotos = sql`
  select unnest(photo_keys) as key from unit_incidents
  union all
  select jsonb_array_elements_text(removed -> 'row' -> 'photo_keys')
  from events join event_details on event_id = events.id, jsonb_array_elements(personal -> 'removed') removed
  where action in ('unit.incident-removed', 'product.removed') and removed ->> 'table' = 'unit_incidents'`

export async function listIncidents(key: UnitKey): Promise<Incident[]> {
  const bookingNumber = sql<number | null>`(
    select number from bookings join condition_reports report on bookings.id = report.booking_id
    where report.id = ${unitIncidents.reportId})`
  const rows = await db
    .select({ incident: unitIncidents, bookingNumber })
    .from(unitIncidents)
    .where(isOfUnit(key))
    .orderBy(desc(unitIncidents.day), desc(unitIncidents.id))
  return rows.map(({ incident, bookingNumber: number }) => ({ ...incident, bookingNumber: number }))
}

export async function readIncidentCosts({ productId, number }: UnitKey, from: Day, to: Day): Promise<Cents> {
  const { rows } = await db.execute<{ cost: Cents }>(sql`
    select coalesce(sum(cost), 0)::bigint as cost from unit_incidents
    where product_id = ${productId} and unit_number = ${number} and day between ${from} and ${to}`)
  return rows[0]?.cost ?? 0
}

export async function openIncidentPhoto(
  key: UnitKey,
  { id, index }: { id: Id; index: number },
): Promise<OpenObject | null> {
  const [incident] = await db.select().from(unitIncidents).where(isIncident(key, id))
  const path = incident?.photoKeys[index]
  return path === undefined ? null : (await storage()).get(INCIDENT_BUCKET, path)
}

export type ReportedDamage = { reportId: Id; bookingNumber: number; day: Day; words: string; photos: number }

/** Damage in condition reports that is no incident yet, of this unit or of another one of the same rental. */
export async function listReportedDamage(key: UnitKey, executor: Executor = db): Promise<ReportedDamage[]> {
  const { rows } = await executor.execute<ReportedDamage>(sql`
    with machine as materialized (${selectUnitRentals(unitIdOf(key))})
    select report.id as "reportId", bookings.number as "bookingNumber",
      (recorded_at at time zone 'Europe/Paris')::date as day, coalesce(section ->> 'remarks', report.remarks) as words,
      (select count(*)::integer from condition_report_photos photo
        where report_id = report.id and (photo.rental is null or photo.rental = machine.rental)) as photos
    from machine join condition_reports report on report.booking_id = machine.booking_id and report.damaged
      join bookings on bookings.id = report.booking_id
      left join lateral jsonb_array_elements(report.machines) section
        on (section ->> 'rental')::integer = machine.rental
    where unit_id = ${unitIdOf(key)}
      and case when report.machines = '[]' then true else coalesce((section ->> 'damaged')::boolean, false) end
      and not exists (
        select from unit_incidents incident
          join units noted on noted.product_id = incident.product_id and noted.number = incident.unit_number
          join machine other on other.unit_id = noted.id and other.booking_id = machine.booking_id
            and other.rental = machine.rental
        where incident.report_id = report.id)
    order by recorded_at desc`)
  return rows
}
