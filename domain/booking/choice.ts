import { MAX_RENTAL_DAYS } from "../availability/rentable-days.ts"
import { type Day, type Month, isDay, isMonth, sortedDays } from "../day.ts"
import { type CartItemId, readId } from "../id.ts"
import type { OptionChoice } from "../pricing/price.ts"

/** The steps of the booking wizard, in order (specification, section 2). */
export const wizardSteps = ["calendar", "options", "register", "address", "delivery"] as const
export type WizardStep = (typeof wizardSteps)[number]

/** The four steps that the indicator shows; "register" counts as the address step. */
export const visibleSteps: readonly WizardStep[] = ["calendar", "options", "address", "delivery"]

/** What the URL holds of a choice: it survives a reload, the back button and signing in (D9). */
export type WizardChoice = {
  days: Day[]
  options: OptionChoice[]
  photoPacks: number
  /** A postcode given with the first search: delivery is then in the summary from the start. */
  postcode: string | null
  /** The town chosen with it, where several share the postcode. */
  town: string | null
  /** The line of the cart that is being changed or ordered; null for a choice that is in no cart. */
  cartItem: CartItemId | null
}

/** `isDelivery`: what was ticked at the last step; null while nothing was. */
export type WizardPlace = { step: WizardStep; month: Month | null; isDelivery: boolean | null }

const OPTION_PREFIX = "o."
const CART_ITEM = "ligne"
const MODE = "mode"

/** The longest name of a commune has 45 letters. */
const MAX_TOWN_LENGTH = 60

/** Reads a choice from a URL or a posted form; what makes no sense is left out. */
export function readChoice(values: URLSearchParams): WizardChoice {
  return choiceIn(values, (text) => (/^\d{1,5}$/.test(text) ? Number(text) : 0))
}

/** The dates of a posted form that are none: they are refused, not forgotten, because the price would be another one. */
export function malformedDates(values: URLSearchParams): string[] {
  return typedDates(values).filter((text) => text.trim() !== "" && !isDay(text))
}

/** The same from a posted form, where a quantity that is no number must be refused, not forgotten: it reads NaN. */
export function readPostedChoice(values: URLSearchParams): WizardChoice {
  return choiceIn(values, Number)
}

/** One by one, or with commas between: both are written. */
function typedDates(values: URLSearchParams): string[] {
  return [...values.getAll("date"), ...values.getAll("dates").flatMap((text) => text.split(","))]
}

function choiceIn(values: URLSearchParams, quantityOf: (text: string) => number): WizardChoice {
  const options = [...values]
    .filter(([name]) => name.startsWith(OPTION_PREFIX))
    .map(([name, value]) => ({ optionId: name.slice(OPTION_PREFIX.length), quantity: quantityOf(value) }))
    .filter(({ quantity }) => quantity !== 0)
  const postcode = values.getAll("cp").find((text) => /^\d{5}$/.test(text)) ?? null
  const town = values.get("ville")?.trim().slice(0, MAX_TOWN_LENGTH) || null
  return {
    // One more than allowed is kept, so that too many can be told; no forged URL asks for a year's calendar of work.
    days: sortedDays(typedDates(values).filter(isDay)).slice(0, MAX_RENTAL_DAYS + 1),
    options: [...new Map(options.map((option) => [option.optionId, option])).values()],
    photoPacks: quantityOf(values.get("packs") ?? ""),
    postcode,
    town: postcode === null ? null : town,
    cartItem: readId(values.get(CART_ITEM)),
  }
}

export function readPlace(values: URLSearchParams): WizardPlace {
  const step = wizardSteps.find((candidate) => candidate === values.get("step")) ?? "calendar"
  return { step, month: values.getAll("mois").find(isMonth) ?? null, isDelivery: readMode(values) }
}

/** What was ticked at the last step, from its URL or a posted form; null for nothing. */
export function readMode(values: URLSearchParams): boolean | null {
  const mode = values.get(MODE)
  return mode === "delivery" ? true : mode === "pickup" ? false : null
}

/** The name of an option's field in the wizard's forms and URLs. */
export function optionField(optionId: string): string {
  return `${OPTION_PREFIX}${optionId}`
}

/** Name and value of everything that a choice is made of: for a URL, or for hidden fields. */
export function choiceFields({
  days,
  options,
  photoPacks,
  postcode,
  town,
  cartItem,
}: WizardChoice): [string, string][] {
  return [
    ...days.map((day): [string, string] => ["date", day]),
    ...options.map(({ optionId, quantity }): [string, string] => [optionField(optionId), String(quantity)]),
    ...(photoPacks > 0 ? [["packs", String(photoPacks)] as [string, string]] : []),
    ...(postcode === null ? [] : [["cp", postcode] as [string, string]]),
    ...(town === null ? [] : [["ville", town] as [string, string]]),
    ...(cartItem === null ? [] : [[CART_ITEM, cartItem] as [string, string]]),
  ]
}

/** The address of a step with its choice, from the product's wizard: "?step=options&date=2027-06-12". */
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

/**
 * The step that can really be shown: no step without the one before. Options need a day, the address needs
 * somebody signed in, the delivery an address.
 */
export function reachableStep(
  wanted: WizardStep,
  known: { hasDays: boolean; signedIn: boolean; hasAddress: boolean },
): WizardStep {
  if (wanted === "calendar" || !known.hasDays) return "calendar"
  if (wanted === "options") return "options"
  if (!known.signedIn) return "register"
  if (wanted === "delivery" && known.hasAddress) return "delivery"
  return "address"
}

/** Why somebody is asked to sign in on the way, and the step to come back to: kept in the URL of the register step. */
export type SignInAsked = { why: "cart"; back: "calendar" | "options" } | { why: "session" }

export function readSignInAsked(values: URLSearchParams): SignInAsked | null {
  const why = values.get("pour")
  if (why === "session") return { why }
  return why === "panier" ? { why: "cart", back: values.get("puis") === "calendar" ? "calendar" : "options" } : null
}

/**
 * Where signing in on the way leads: back to where somebody was asked, or to the step under which their session ended,
 * which its address says, or what the link between the two forms keeps of it; else on to the address.
 */
export function stepAfterSignIn(values: URLSearchParams): WizardStep {
  const asked = readSignInAsked(values)
  if (asked?.why === "cart") return asked.back
  return values.get(asked ? "puis" : "step") === "delivery" ? "delivery" : "address"
}

/** The register step that says why, with its sign-in form shown first. */
export function signInSearch(choice: WizardChoice, asked: SignInAsked): string {
  const reason = asked.why === "cart" ? `&pour=panier&puis=${asked.back}` : "&pour=session"
  return `${wizardSearch("register", choice)}&compte=connexion${reason}`
}

/** What the indicator and the tab of the browser call each step. */
export const stepTitles: Record<WizardStep, string> = {
  calendar: "Dates",
  options: "Options",
  register: "Compte",
  address: "Adresse",
  delivery: "Livraison",
}
