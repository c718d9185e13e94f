import { type Day, type Month, isMonth } from "../day.ts"
import type { CartItemId, Id } from "../id.ts"
import type { OptionOffer } from "../pricing/options.ts"
import type { OptionChoice } from "../pricing/price.ts"
import type { PlanChoice } from "../pricing/rate-plan.ts"

export const wizardSteps = ["calendar", "options", "register", "address", "delivery"] as const
export type WizardStep = (typeof wizardSteps)[number]

export const visibleSteps: readonly WizardStep[] = ["calendar", "options", "address", "delivery"]

export type WizardChoice = {
  days: Day[]
  /** Without one, by the day where the product is rented by the day. */
  plan?: PlanChoice | undefined
  options: OptionChoice[]
  photoPacks: number
  postcode: string | null
  town: string | null
  cartItem: CartItemId | null
  /** Its price is honoured for the same choice (D66). */
  shownPrice?: Id | undefined
}

export type WizardPlace = { step: WizardStep; month: Month | null; isDelivery: boolean | null }

export const OPTION_PREFIX = "o."
export const ALTERNATIVES_PREFIX = "choix."
export const CART_ITEM = "ligne"
export const SHOWN_PRICE = "prix"
const MODE = "mode"
export const planFieldNames = { plan: "formule", start: "debut", extraHours: "heures" } as const

export function readPlace(values: URLSearchParams): WizardPlace {
  const step = wizardSteps.find((candidate) => candidate === values.get("step")) ?? "calendar"
  return { step, month: values.getAll("mois").find(isMonth) ?? null, isDelivery: readMode(values) }
}

export function readMode(values: URLSearchParams): boolean | null {
  const mode = values.get(MODE)
  return mode === "delivery" ? true : mode === "pickup" ? false : null
}

export function optionField(optionId: string): string {
  return `${OPTION_PREFIX}${optionId}`
}

/** A radio button sends the id of the chosen option, "" for none. */
export function alternativesField({ parentId, choiceGroup }: Pick<OptionOffer, "parentId" | "choiceGroup">): string {
  return `${ALTERNATIVES_PREFIX}${parentId ?? ""}.${choiceGroup}`
}

export function choiceFields({
  days,
  plan,
  options,
  photoPacks,
  postcode,
  town,
  cartItem,
  shownPrice,
}: WizardChoice): [string, string][] {
  return [
    ...days.map((day): [string, string] => ["date", day]),
    ...planFields(plan),
    ...options.map(({ optionId, quantity }): [string, string] => [optionField(optionId), String(quantity)]),
    ...(photoPacks > 0 ? [["packs", String(photoPacks)] as [string, string]] : []),
    ...(postcode === null ? [] : [["cp", postcode] as [string, string]]),
    ...(town === null ? [] : [["ville", town] as [string, string]]),
    ...(cartItem === null ? [] : [[CART_ITEM, cartItem] as [string, string]]),
    ...(shownPrice ? [[SHOWN_PRICE, shownPrice] as [string, string]] : []),
  ]
}

function planFields(plan: PlanChoice | undefined): [string, string][] {
  if (!plan) return []
  const { id, startTime, extraHours } = plan
  return [
    ...(id === null ? [] : [[planFieldNames.plan, id] as [string, string]]),
    ...(startTime === null ? [] : [[planFieldNames.start, startTime] as [string, string]]),
    ...(extraHours > 0 ? [[planFieldNames.extraHours, String(extraHours)] as [string, string]] : []),
  ]
}

export function wizardSearch(
  step: WizardStep,
  choice: WizardChoice,
  month: Month | null = null,
  isDelivery: boolean | null = null,
): string {
  const fields: [string, string][] = [["step", step], ...choiceFields(choice)]
  if (month !== null) fields.push(["mois", month])
  if (isDelivery !== null) fields.push([MODE, isDelivery ? "delivery" : "pickup"])
  return `?${new URLSearchParams(fields)}`
}

export function reachableStep(
  requested: WizardStep,
  progress: { hasDays: boolean; signedIn: boolean; hasAddress: boolean },
): WizardStep {
  if (requested === "calendar" || !progress.hasDays) return "calendar"
  if (requested === "options") return "options"
  if (!progress.signedIn) return "register"
  if (requested === "delivery" && progress.hasAddress) return "delivery"
  return "address"
}

type SignInPrompt = { why: "cart"; back: "calendar" | "options" } | { why: "session" }

export function readSignInPrompt(values: URLSearchParams): SignInPrompt | null {
  const why = values.get("pour")
  if (why === "session") return { why }
  return why === "panier" ? { why: "cart", back: values.get("puis") === "calendar" ? "calendar" : "options" } : null
}

export function stepAfterSignIn(values: URLSearchParams): WizardStep {
  const prompt = readSignInPrompt(values)
  if (prompt?.why === "cart") return prompt.back
  return values.get(prompt ? "puis" : "step") === "delivery" ? "delivery" : "address"
}

export function signInSearch(choice: WizardChoice, prompt: SignInPrompt): string {
  const reason = prompt.why === "cart" ? `&pour=panier&puis=${prompt.back}` : "&pour=session"
  return `${wizardSearch("register", choice)}&compte=connexion${reason}`
}

export const stepTitles: Record<WizardStep, string> = {
  calendar: "Dates",
  options: "Options",
  register: "Compte",
  address: "Adresse",
  delivery: "Livraison",
}
