import { type StopId, stopId } from "../../domain/booking/route.ts"
import type { Point } from "../../domain/delivery/delivery.ts"
import { travelMinutes } from "../../domain/delivery/travel.ts"
import { geocoder } from "../platform/geocoding/current.server.ts"
import { readFinanceSettings, warehousePoint } from "../shop/settings/queries.ts"
import type { JobStop } from "./job-sheets.ts"

/** To each delivery that nobody has left for, from the stop that was done last, else from the depot. */
export async function estimateTravel(stops: readonly JobStop[]): Promise<ReadonlyMap<StopId, number>> {
  const ahead = stops.filter(({ job, times, isDone }) => job.isDelivery && !times.left && !times.arrived && !isDone)
  if (ahead.length === 0) return new Map()
  const lastDone = stops
    .filter(({ job, times }) => job.isDelivery && times.done)
    .toSorted((one, other) => Number(one.times.done) - Number(other.times.done))
    .at(-1)
  const origin = (lastDone && (await locate(lastDone))) ?? warehousePoint(await readFinanceSettings())
  if (!origin) return new Map()
  const estimates = await Promise.all(
    ahead.map(async (stop) => {
      const place = await locate(stop)
      const minutes = place && travelMinutes(origin, place)
      return minutes === null ? [] : [[stopId(stop.job.id, stop.leg), minutes] as const]
    }),
  )
  return new Map(estimates.flat())
}

function locate({ job: { address } }: JobStop): Promise<Point | null> {
  return geocoder()
    .locate(address)
    .catch(() => null)
}
