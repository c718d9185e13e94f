import type { ClosedDay } from "../../../domain/calendar/capacity.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import type { ClosedPeriod } from "./view.ts"

type Run = { reason: string | null; productIds: Set<string>; from: Day; to: Day }

/** Bookings split a product's closing, so the closed days of all products together make a period. */
function findRuns(closed: readonly ClosedDay[]): Run[] {
  const runs: Run[] = []
  for (const { productId, day, reason } of closed.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const run = runs.find((each) => each.reason === reason && day <= addDays(each.to, 1))
    if (run) {
      run.to = day
      run.productIds.add(productId)
    } else runs.push({ reason, productIds: new Set([productId]), from: day, to: day })
  }
  return runs
}

export function groupClosedDays(
  closed: readonly ClosedDay[],
  names: ReadonlyMap<string, string>,
  liftHref: (period: { from: Day; to: Day }, productId: string | null) => string | null,
): ClosedPeriod[] {
  const runs = findRuns(closed)
  const isAlone = (run: Run, productId: string | null) =>
    runs.every(
      (other) =>
        other === run ||
        other.to < run.from ||
        other.from > run.to ||
        (productId !== null && !other.productIds.has(productId)),
    )
  return runs.map((run) => {
    const [only, second] = run.productIds
    const productId = only !== undefined && second === undefined ? only : null
    return {
      reason: run.reason,
      products: [...run.productIds].map((id) => names.get(id) ?? ""),
      from: run.from,
      to: run.to,
      liftHref: isAlone(run, productId) ? liftHref(run, productId) : null,
    }
  })
}
