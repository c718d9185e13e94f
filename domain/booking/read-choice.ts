import { MAX_RENTAL_DAYS } from "../availability/limits.ts"
import { readPostcode } from "../delivery/postcode.ts"
import { isClockTime } from "../clock.ts"
import { isDay, sortedDays } from "../day.ts"
import { readId } from "../id.ts"
import type { PlanChoice } from "../pricing/rate-plan.ts"
import {
  ALTERNATIVES_PREFIX,
  CART_ITEM,
  OPTION_PREFIX,
  SHOWN_PRICE,
  type WizardChoice,
  planFieldNames,
} from "./choice.ts"

const MAX_TOWN_LENGTH = 60

export function readChoice(values: URLSearchParams): WizardChoice {
  return parseChoice(values, (text) => (/^\d{1,5}$/.test(text) ? Number(text) : 0))
}

/** Malformed dates are refused, because dropping them would change the price. */
export function malformedDates(values: URLSearchParams): string[] {
  return rawDates(values).filter((text) => text.trim() !== "" && !isDay(text))
}

/** A quantity that is not a number reads NaN, to be refused. */
export function readPostedChoice(values: URLSearchParams): WizardChoice {
  return parseChoice(values, Number)
}

function rawDates(values: URLSearchParams): string[] {
  return [...values.getAll("date"), ...values.getAll("dates").flatMap((text) => text.split(","))]
}

function parseChoice(values: URLSearchParams, parseQuantity: (text: string) => number): WizardChoice {
  const options = [...values]
    .flatMap(([name, value]) => {
      if (name.startsWith(ALTERNATIVES_PREFIX)) return { optionId: value, quantity: value === "" ? 0 : 1 }
      if (!name.startsWith(OPTION_PREFIX)) return []
      return { optionId: name.slice(OPTION_PREFIX.length), quantity: parseQuantity(value) }
    })
    .filter(({ quantity }) => quantity !== 0)
  const postcode = values.getAll("cp").map(readPostcode).find(Boolean) ?? null
  const town = values.get("ville")?.trim().slice(0, MAX_TOWN_LENGTH) || null
  return {
    // Keeps one day beyond the limit, so that the excess is reported; caps forged URLs.
    days: sortedDays(rawDates(values).filter(isDay)).slice(0, MAX_RENTAL_DAYS + 1),
    options: [...new Map(options.map((option) => [option.optionId, option])).values()],
    photoPacks: parseQuantity(values.get("packs") ?? ""),
    plan: readPlanChoice(values),
    postcode,
    town: postcode === null ? null : town,
    cartItem: readId(values.get(CART_ITEM)),
    shownPrice: readId(values.get(SHOWN_PRICE)) ?? undefined,
  }
}

function readPlanChoice(values: URLSearchParams): PlanChoice | undefined {
  const [plan, start, extraHours] = Object.values(planFieldNames).map((name) => values.get(name) ?? "")
  const id = readId(plan ?? null)
  if (id === null && !start) return undefined
  return {
    id,
    startTime: isClockTime(start) ? start : null,
    extraHours: /^\d{1,2}$/.test(extraHours ?? "") ? Number(extraHours) : 0,
  }
}
