import { asc, eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { DeliveryZone, ZoneFields } from "../../../domain/delivery/zone.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { removeRows } from "../../platform/events/removal.ts"
import { changedFields, editDetails } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { deliveryZones } from "../../platform/schema/pricing.ts"
import type { Gone } from "../../catalog/product-rows.ts"

export type StoredZone = DeliveryZone & { updatedAt: Date }

export async function listDeliveryZones(executor: Executor = db): Promise<StoredZone[]> {
  const rows = await executor.select().from(deliveryZones).orderBy(asc(deliveryZones.createdAt), asc(deliveryZones.id))
  return rows.map(toZone)
}

/** A constraint of the table holds the fields of each kind. */
function toZone(row: typeof deliveryZones.$inferSelect): StoredZone {
  const { id, name, fee, codes, fromKm, toKm, updatedAt } = row
  const terms = { id, name, fee, updatedAt }
  if (row.kind === "ring") return { ...terms, kind: "ring", fromKm: fromKm ?? 0, toKm: toKm ?? 0 }
  return row.kind === "postcode"
    ? { ...terms, kind: "postcode", postcodes: codes ?? [] }
    : { ...terms, kind: "department", departments: codes ?? [] }
}

function zoneValues(zone: ZoneFields) {
  const terms = { kind: zone.kind, name: zone.name, fee: zone.fee, codes: null, fromKm: null, toKm: null }
  switch (zone.kind) {
    case "postcode":
      return { ...terms, codes: [...zone.postcodes] }
    case "department":
      return { ...terms, codes: [...zone.departments] }
    case "ring":
      return { ...terms, fromKm: zone.fromKm, toKm: zone.toKm }
  }
}

const noZone = { name: null, fee: null, codes: null, fromKm: null, toKm: null }

type ZoneAct = { actor: Staff; at?: Date | undefined }

export async function addDeliveryZone({
  actor,
  fields,
  at = new Date(),
}: ZoneAct & { fields: ZoneFields }): Promise<Id> {
  return transaction(async (tx) => {
    const { kind, ...values } = zoneValues(fields)
    const [added] = await tx
      .insert(deliveryZones)
      .values({ kind, ...values })
      .returning()
    if (!added) throw new Error("The zone was not returned")
    const details = editDetails(changedFields(noZone, values), added.updatedAt, { before: null, after: values })
    await recordEvent(tx, { by: actor, action: "zone.added", subject: added.id, ...details, at })
    return added.id
  })
}

/** Bookings keep the fee that they were placed with. */
export async function saveDeliveryZone({
  actor,
  id,
  fields,
  loaded,
  at = new Date(),
}: ZoneAct & { id: Id; fields: ZoneFields; loaded: LoadedForm | Date | null }): Promise<Result<null, Gone | Stale>> {
  return transaction(async (tx) => {
    const [row] = await tx.select().from(deliveryZones).where(eq(deliveryZones.id, id)).for("update")
    if (row?.kind !== fields.kind) return err({ kind: "gone" })
    const { kind: _stored, ...stored } = zoneValues(toZone(row))
    const { kind: _typed, ...typed } = zoneValues(fields)
    const checked = await checkVersion(tx, { kind: "delivery-zone", id, stored, version: row.updatedAt, typed, loaded })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const [saved] = await tx.update(deliveryZones).set(checked.value).where(eq(deliveryZones.id, id)).returning()
    if (!saved) throw new Error("The zone was locked, then gone")
    const details = editDetails(changed, saved.updatedAt, { before: stored, after: checked.value })
    await recordEvent(tx, { by: actor, action: "zone.saved", subject: id, ...details, at })
    return ok(null)
  })
}

/** Returns the event that undoes it. */
export async function removeDeliveryZone({
  actor,
  id,
  at = new Date(),
}: ZoneAct & { id: Id }): Promise<Result<number, Gone>> {
  return transaction(async (tx) => {
    const removed = await removeRows(tx, "delivery_zones", "id", id)
    const [zone] = removed
    if (!zone) return err({ kind: "gone" })
    const details = { name: String(zone.row["name"]) }
    return ok(
      await recordEvent(tx, { by: actor, action: "zone.removed", subject: id, details, personal: { removed }, at }),
    )
  })
}
