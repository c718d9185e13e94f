import { sortedDays } from "../../../../domain/day.ts"
import { hourInLabel } from "../../../../domain/clock.ts"
import { type PlanChoice, planChoiceOf } from "../../../../domain/pricing/rate-plan.ts"
import { placeLine } from "../../../../domain/booking/booking.ts"
import { type Rental, periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { BookingDetail } from "../../../../server/booking-record/queries.ts"
import { type LoadedForm, compareVersions } from "../../../../server/platform/revisions/version.ts"
import type { EditPart } from "../../kit/booking/bookings-url.ts"
import type { ChangedField } from "../../kit/edit-refusal.ts"
import type { PostedOrder } from "../order/form.server.ts"

type TypedPart = Pick<PostedOrder, "choice" | "place">
/** Nothing stored is overwritten by the other parts. */
export type ComparedPart = Extract<EditPart, "dates" | "options" | "adresse">
type Fields = ReturnType<typeof toFields>

type Conflict = {
  resolved: TypedPart
  rows: ChangedField[]
  isResolved: boolean
}

export function editConflict({
  part,
  typed,
  loaded,
  stored,
  rental,
  version,
  optionNames,
}: {
  part: ComparedPart
  typed: TypedPart
  loaded: LoadedForm
  stored: BookingDetail
  rental: Rental
  version: number
  optionNames: ReadonlyMap<string, string>
}): Conflict {
  const theirs = storedFields(stored, rental)
  const mine = typedFields(part, toFields(typed), theirs)
  const { fields, differing } = compareVersions({ stored: theirs, version, typed: mine, loaded })
  const isCurrent = loaded.version === String(version)
  const names = isCurrent ? fieldNames.filter((name) => loaded.choices.has(name)) : differing
  return {
    resolved: {
      choice: { days: fields.dates, plan: fields.hours, options: fields.options, photoPacks: fields.packs },
      place: {
        isDelivery: fields.isDelivery,
        address: { ...fields.address, instructions: fields.instructions },
        // An empty distance keeps the stored one for the same address; a new address is measured.
        distance: fields.distance === mine.distance ? typed.place.distance : "",
      },
    },
    rows: names.map((name) => ({
      name,
      label: labels[name],
      mine: fieldText(mine, name, optionNames),
      stored: fieldText(theirs, name, optionNames),
    })),
    isResolved: differing.length === 0,
  }
}

function toFields({ choice, place }: TypedPart) {
  const { instructions, ...address } = place.address
  return {
    dates: sortedDays(choice.days),
    hours: choice.plan,
    options: choice.options
      .filter(({ quantity }) => quantity > 0)
      .toSorted((one, other) => (one.optionId < other.optionId ? -1 : 1)),
    packs: choice.photoPacks,
    isDelivery: place.isDelivery,
    address,
    instructions,
    distance: place.distance.replace(/\s*km$/i, ""),
  }
}

function storedFields({ isDelivery, address, ...place }: BookingDetail, rental: Rental): Fields {
  const { dates, options, photoPacks } = rental
  const items = options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))
  const distance = isDelivery && !place.distanceToConfirm ? String(place.distance) : ""
  return toFields({
    choice: { days: [...dates], plan: choiceOfOwnPlan(rental), options: items, photoPacks },
    place: { isDelivery, address, distance },
  })
}

/** As `fitToPlan` leaves what was typed. */
function choiceOfOwnPlan({ plan }: Rental): PlanChoice | undefined {
  return plan ? planChoiceOf(plan) : undefined
}

function hoursText(plan: PlanChoice | undefined): string {
  if (!plan?.startTime) return "aucune"
  const more = plan.extraHours > 0 ? `, ${plan.extraHours}\u00a0h en plus` : ""
  return `${hourInLabel(plan.startTime)}${more}`
}

function typedFields(part: ComparedPart, typed: Fields, stored: Fields): Fields {
  switch (part) {
    case "dates":
      return { ...stored, dates: typed.dates, hours: typed.hours }
    case "options":
      return { ...stored, options: typed.options, packs: typed.packs }
    case "adresse":
      return {
        ...typed,
        dates: stored.dates,
        hours: stored.hours,
        options: stored.options,
        packs: stored.packs,
        distance: typed.distance || stored.distance,
      }
  }
}

const labels = {
  dates: "Dates",
  hours: "Heures",
  options: "Options",
  packs: "Packs photo",
  isDelivery: "Livraison ou retrait",
  address: "Adresse",
  instructions: "Instructions",
  distance: "Distance aller-retour",
} as const satisfies Record<keyof Fields, string>

const fieldNames = Object.keys(labels) as (keyof Fields)[]

function fieldText(fields: Fields, name: keyof Fields, optionNames: ReadonlyMap<string, string>): string {
  switch (name) {
    case "dates":
      return rentalLabel(periodOfDays(fields.dates)) || "aucune"
    case "hours":
      return hoursText(fields.hours)
    case "options":
      return fields.options
        .map(({ optionId, quantity }) => `${optionNames.get(optionId) ?? "Option supprimée"} ×\u00a0${quantity}`)
        .join(", ")
    case "packs":
      return fields.packs === 0 ? "aucun" : String(fields.packs)
    case "isDelivery":
      return fields.isDelivery ? "Livraison" : "Retrait au dépôt"
    case "address":
      return placeLine(fields.address)
    case "instructions":
      return fields.instructions
    case "distance":
      return fields.distance === "" ? "à calculer" : `${fields.distance}\u00a0km`
  }
}
