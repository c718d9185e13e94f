import type { Cents } from "../../../../domain/money.ts"
import type { PlanFields } from "../../../../domain/pricing/plan-fields.ts"
import type { Flash } from "../../kit/flash.ts"

/** Texts as typed: euros with a comma. */
export type PlanTexts = {
  name: string
  sentence: string
  includes: string
  minimumNotice: string
  steps: string
  minimumDays: string
  maximumDays: string
  days: string
  price: string
  hours: string
  startTimes: string
  extraHourPrice: string
  maximumExtraHours: string
  setUpMinutes: string
  takeDownMinutes: string
}

export type PlanView = {
  productId: string
  productName: string
  dailyPrice: Cents
  /** The shop's hour (D61). */
  hour: number
  /** Empty while unsaved. */
  id: string
  version: string
  plan: PlanFields
  texts: PlanTexts
  isRemoving: boolean
  path: string
  flash: Flash | null
}

/** Every product has a plan by the day, stored or not. */
export function isNewPlan({ id, plan }: PlanView): boolean {
  return id === "" && plan.kind !== "day"
}

export const planLabels: Readonly<Record<keyof PlanTexts | "weekdays", string>> = {
  name: "Nom",
  sentence: "Phrase",
  includes: "Ce qui est compris",
  weekdays: "Jours de début",
  minimumNotice: "Délai minimum",
  steps: "Prix de chaque jour",
  minimumDays: "Durée minimum",
  maximumDays: "Durée maximum",
  days: "Durée",
  price: "Prix",
  hours: "Durée",
  startTimes: "Heures de début",
  extraHourPrice: "Prix de l’heure en plus",
  maximumExtraHours: "Heures en plus, au maximum",
  setUpMinutes: "Mise en place",
  takeDownMinutes: "Démontage",
}
