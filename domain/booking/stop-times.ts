import type { Leg } from "./route.ts"

export const stopSteps = ["left", "arrived", "done"] as const
export type StopStep = (typeof stopSteps)[number]

/** `arrives` is when the customer was told that we arrive. */
export type StopTimes = Record<StopStep | "arrives", Date | null>

export const noStopTimes: StopTimes = { left: null, arrives: null, arrived: null, done: null }

export type StopKind = { leg: Leg; isDelivery: boolean }

/** A pick-up has no drive, so only its end is marked. */
export function stepsOfStop({ isDelivery }: { isDelivery: boolean }): readonly StopStep[] {
  return isDelivery ? stopSteps : ["done"]
}

export function stepLabel(step: StopStep, { leg, isDelivery }: StopKind): string {
  if (step === "left") return "Parti"
  if (step === "arrived") return "Arrivé"
  return leg === "back" ? "Repris" : isDelivery ? "Installé" : "Remis au client"
}

export function lastStep(times: StopTimes): StopStep | null {
  return stopSteps.findLast((step) => times[step] !== null) ?? null
}

/** A later step says this one too. */
export function isStepReached(times: StopTimes, step: StopStep): boolean {
  const last = lastStep(times)
  return last !== null && stopSteps.indexOf(last) >= stopSteps.indexOf(step)
}

export function stepsAhead(times: StopTimes, stop: { isDelivery: boolean }): StopStep[] {
  return stepsOfStop(stop).filter((step) => !isStepReached(times, step))
}
