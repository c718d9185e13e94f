import { type PlacedTime, type Preparation, intersect, joinTimes, mergePeriods, overlaps } from "../rental/periods.ts"
import type { TimeRange } from "../rental/rental.ts"

/** Numbers of retired units stay reserved: the units in service need not be 1 to `units`. */
export type UnitsInService = { units: number; retiredUnits?: readonly number[] }

export type Stock = UnitsInService & Preparation

export function unitNumbers(stock: UnitsInService): number[] {
  const highest = stock.units + (stock.retiredUnits?.length ?? 0)
  return Array.from({ length: highest }, (_, index) => index + 1)
    .filter((unit) => isInService(unit, stock))
    .slice(0, stock.units)
}

export function isInService(unit: number, { units, retiredUnits = [] }: UnitsInService): boolean {
  return Number.isInteger(unit) && unit >= 1 && unit <= units + retiredUnits.length && !retiredUnits.includes(unit)
}

/** A rental without a unit has a negative number of its own (D62). */
export function isHomeless({ unit }: { unit: number }): boolean {
  return unit < 0
}

export type BusyTime = TimeRange & { unit: number }

/** One unit for one stretch of time; `held` includes the preparation. Only repairs and outside events rent nothing. */
export type Claim = { unit: number; held: TimeRange; rented: TimeRange | null }

/** The units that are free for the whole range; none while rentals without a unit need as many (D62). */
export function freeUnits(range: TimeRange, stock: UnitsInService, busy: readonly BusyTime[]): number[] {
  const { free, waiting } = unitsDuring(range, stock, busy)
  return free.length > waiting ? free : []
}

/** Rentals without a unit take the first that are free (D62). */
export function countFreeUnits(range: TimeRange, stock: UnitsInService, busy: readonly BusyTime[]): number {
  const { free, waiting } = unitsDuring(range, stock, busy)
  return Math.max(0, free.length - waiting)
}

function unitsDuring(range: TimeRange, stock: UnitsInService, busy: readonly BusyTime[]) {
  const taken = new Set(busy.filter((time) => overlaps(time, range)).map(({ unit }) => unit))
  const free = unitNumbers(stock).filter((unit) => !taken.has(unit))
  return { free, waiting: [...taken].filter((unit) => isHomeless({ unit })).length }
}

/** A rental without a unit is not in the way of what another one holds already. */
export function busyBeside<Time extends BusyTime>(held: readonly TimeRange[], busy: readonly Time[]): Time[] {
  return busy.filter((time) => !isHomeless(time) || !held.some((range) => overlaps(range, time)))
}

type Choice = { stock: UnitsInService; busy: readonly BusyTime[] }

/** One unit for each time, preferably one throughout, and a preferred one first; null when a time has no free unit. */
export function chooseUnits(
  times: readonly PlacedTime[],
  { stock, busy }: Choice,
  preferred: readonly number[] = [],
): Claim[] | null {
  const free = times.map(({ held }) => freeUnits(held, stock, busy))
  if (times.length === 0 || free.some((units) => units.length === 0)) return null
  let unit = unitForMost(free, preferred)
  const claims = times.map(({ held, rented }, index) => {
    if (!free[index]?.includes(unit)) unit = unitForMost(free.slice(index), preferred)
    return { unit, held, rented }
  })
  return fitClaims(claims)
}

function unitForMost([candidates = [], ...later]: readonly number[][], preferred: readonly number[]): number {
  const count = (unit: number) => {
    const end = later.findIndex((units) => !units.includes(unit))
    return end === -1 ? later.length : end
  }
  return [...preferred.filter((unit) => candidates.includes(unit)), ...candidates].reduce((best, unit) =>
    count(unit) > count(best) ? unit : best,
  )
}

/** The claims of before where they have these times and are free, else other units, preferably the same. */
export function chooseUnitsAgain(
  times: readonly PlacedTime[],
  choice: Choice,
  previous: readonly Claim[],
): Claim[] | null {
  const sameClaims = keepClaims(previous, times)
  const isFree = (claim: Claim) =>
    isHomeless(claim) ||
    (isInService(claim.unit, choice.stock) &&
      !choice.busy.some((time) => time.unit === claim.unit && overlaps(time, claim.held)))
  if (isSameTime(sameClaims, times, "held") && isSameTime(sameClaims, times, "rented") && sameClaims.every(isFree))
    return sameClaims
  return chooseUnits(
    times,
    choice,
    previous.map(({ unit }) => unit),
  )
}

/** Claims of several units at a time, one lane for each unit. */
export function toLanes(claims: readonly Claim[]): Claim[][] {
  const lanes: Claim[][] = []
  for (const claim of claims.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))) {
    const isFree = (lane: Claim[]) => !lane.some(({ held }) => overlaps(held, claim.held))
    const lane = lanes.find((each) => isFree(each) && each.at(-1)?.unit === claim.unit) ?? lanes.find(isFree)
    if (lane) lane.push(claim)
    else lanes.push([claim])
  }
  return lanes
}

export function keepClaims(previous: readonly Claim[], times: readonly PlacedTime[]): Claim[] {
  return fitClaims(
    previous.flatMap(({ unit, ...claim }) =>
      times.flatMap((time) => {
        const rented = claim.rented && intersect(claim.rented, time.rented)
        const held = intersect(claim.held, time.held)
        return rented && held ? [{ unit, held, rented }] : []
      }),
    ),
  )
}

export function isSameTime(claims: readonly Claim[], times: readonly PlacedTime[], part: "held" | "rented"): boolean {
  const merge = (ranges: readonly (TimeRange | null)[]) =>
    JSON.stringify(mergePeriods(ranges.flatMap((range) => range ?? [])))
  return merge(claims.map((claim) => claim[part])) === merge(times.map((time) => time[part]))
}

/** On one unit, time that touches is one claim, and preparation between two rentals belongs to the earlier one. */
export function fitClaims(claims: readonly Claim[]): Claim[] {
  const joined: Claim[] = []
  for (const claim of claims.toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))) {
    const last = joined.findLast(({ unit }) => unit === claim.unit)
    if (last && (last.rented ?? last.held).until >= startOf(claim)) {
      last.held = joinTimes(last.held, claim.held)
      last.rented = last.rented && claim.rented && joinTimes(last.rented, claim.rented)
    } else joined.push({ ...claim, held: { ...claim.held } })
  }
  for (const [index, claim] of joined.entries()) {
    const last = joined.slice(0, index).findLast(({ unit }) => unit === claim.unit)
    if (last === undefined || last.held.until <= claim.held.from) continue
    if (last.held.until > startOf(claim)) last.held.until = startOf(claim)
    claim.held.from = last.held.until
  }
  return joined
}

function startOf({ held, rented }: Claim): string {
  return (rented ?? held).from
}

export type NamedUnit = { unit: number; label: string | null }

/** "exemplaire 2 (Coral) puis 3" */
export function unitsLabel(units: readonly NamedUnit[]): string {
  return units.length === 0
    ? ""
    : `exemplaire\u00a0${units.map(({ unit, label }) => (label ? `${unit} (${label})` : unit)).join(" puis ")}`
}
