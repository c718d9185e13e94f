import { type StopKind, type StopTimes, lastStep, stepLabel, stopSteps } from "../../../../domain/booking/stop-times.ts"
import { hourInLabel, timeInParis } from "../../../../domain/clock.ts"

/** "Parti 13 h 35" */
export function markLabels(times: StopTimes, stop: StopKind): string[] {
  return stopSteps.flatMap((step) => {
    const time = times[step]
    return time ? [`${stepLabel(step, stop)} ${hourInLabel(timeInParis(time))}`] : []
  })
}

export function lastMarkLabel(times: StopTimes, stop: StopKind): string | null {
  return lastStep(times) === null ? null : (markLabels(times, stop).at(-1) ?? null)
}
