import { type Day, dayInParis } from "../../../../domain/day.ts"
import type { ProductKind } from "../../../../domain/catalog/product-kinds.ts"
import { listUnitRentals } from "../../../../server/availability/unit-rentals.ts"
import { type UnitKey, listPastRepairs } from "../../../../server/availability/units.ts"
import { listChecks } from "../../../../server/bookings/machines/checks.ts"
import { listIncidents, listReportedDamage, readIncidentCosts } from "../../../../server/bookings/machines/incidents.ts"
import { listUnitPrints } from "../../../../server/bookings/machines/supplies.ts"
import { readUnitRevenue } from "../../../../server/money/finance/revenue.ts"
import type { MachineView } from "./view.ts"

export async function loadMachine(key: UnitKey, kind: ProductKind, now: Date): Promise<MachineView> {
  const today = dayInParis(now)
  const year = today.slice(0, 4)
  const [first, last]: [Day, Day] = [`${Number(year)}-01-01`, `${Number(year)}-12-31`]
  const isAccessory = kind === "accessory"
  const [rentals, earned, cost, incidents, damage, checks, prints, pastRepairs] = await Promise.all([
    listUnitRentals(key, now),
    isAccessory ? null : readUnitRevenue(key, first, last),
    readIncidentCosts(key, first, last),
    listIncidents(key),
    listReportedDamage(key),
    listChecks(key, now),
    isAccessory ? null : listUnitPrints(key, now),
    listPastRepairs(key, now),
  ])
  return {
    year,
    rentals,
    earned,
    cost,
    incidents: incidents.map(({ photoKeys, ...incident }) => ({ ...incident, photos: photoKeys.length })),
    damage,
    checks,
    pastRepairs,
    prints: prints && (prints[0] ?? "never-noted"),
  }
}
