import { z } from "zod"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import { isDay, sortedDays } from "../../../../domain/day.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import type { BookingDetail } from "../../../../server/bookings/queries.ts"
import { type OpenedVersion, choicesOver, mergeVersions } from "../../../../server/revisions/merge-version.ts"
import { type ChangedField, choicesIn } from "../../kit/edit-refusal.ts"
import type { EditPart } from "../../kit/booking/bookings-url.ts"
import type { PostedOrder } from "../order/form.server.ts"
import { readWhole } from "../../../../domain/whole-number.ts"

/** What can be chosen for by itself in a part of a booking, each as one text. */
type Fields = Readonly<Record<string, string>>

type Typed = Pick<PostedOrder, "choice" | "place">

/** What a form says of the booking that it was opened on: its version, its status, and the fields of its part. */
export type OpenedEdit = OpenedVersion & { status: string | null; base: Fields | null }

const Before = z.object({ status: z.string(), fields: z.record(z.string(), z.string()) })

/** The hidden field that the form carries along: what the booking said when it was opened. */
export function beforeField(part: EditPart, booking: BookingDetail): string {
  return JSON.stringify({ status: booking.status, fields: storedFields(part, booking) })
}

/** What a posted form was opened on. A form that does not say leaves every difference to be chosen for. */
export function openedEditIn(fields: URLSearchParams): OpenedEdit {
  const before = beforeIn(fields.get("avant") ?? "")
  return {
    seen: readWhole(fields.get("vu")) ?? 0,
    read: readWhole(fields.get("lu")),
    choices: choicesIn(fields),
    status: before?.status ?? null,
    base: before?.fields ?? null,
  }
}

function beforeIn(text: string): z.output<typeof Before> | null {
  try {
    return Before.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export type MergedEdit = {
  /** What the form shows: what somebody else alone changed is theirs, the rest is as it was typed. */
  shown: Typed
  /** What is proposed and saved: with what was chosen, too. */
  wanted: Typed
  /** The fields that both changed, whether they were chosen for or not. */
  asked: ChangedField[]
  /** The names of those that nobody has chosen for. */
  open: string[]
  /** Somebody confirmed, reopened or otherwise answered it since: to be read before anything is saved. */
  answeredSince: BookingStatus | null
}

/** What is typed over a booking that somebody else changed since the form was opened, field by field. */
export function mergedEdit(
  part: EditPart,
  typed: Typed,
  opened: OpenedEdit,
  stored: BookingDetail,
  version: number,
  optionNames: ReadonlyMap<string, string>,
): MergedEdit {
  if (opened.seen === version) return { shown: typed, wanted: typed, asked: [], open: [], answeredSince: null }
  const theirs = storedFields(part, stored)
  const fields = typedFields(part, typed, opened.base ?? theirs)
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(fields), ...Object.keys(opened.base ?? {})])]
  const all = (some: Fields): Fields => Object.fromEntries(names.map((name) => [name, some[name] ?? nothing(name)]))
  const base = opened.base && all(opened.base)
  const [now, mine] = [all(theirs), all(fields)]
  const shown = mergeVersions(base, now, mine)
  const wanted = mergeVersions(base, now, mine, choicesOver(opened, version))
  const label = (name: string, value: string) => valueLabel(part, name, value)
  return {
    shown: typedOf(part, typed, fields, shown.merged),
    wanted: typedOf(part, typed, fields, wanted.merged),
    asked: shown.conflicts.map((name) => ({
      name,
      label: labels[name] ?? optionNames.get(name.slice(OPTION.length)) ?? "Une option qui n’existe plus",
      stored: label(name, now[name] ?? ""),
      mine: label(name, mine[name] ?? ""),
    })),
    open: wanted.conflicts,
    answeredSince: opened.status !== null && opened.status !== stored.status ? stored.status : null,
  }
}

const OPTION = "option."

/** An option that nobody took is taken no times; a fact that is not there says nothing. */
function nothing(name: string): string {
  return name.startsWith(OPTION) ? "0" : ""
}

function storedFields(part: EditPart, { dates, options, photoPacks, ...place }: BookingDetail): Fields {
  switch (part) {
    case "dates":
      return { dates: dates.join(" ") }
    case "options": {
      const taken = options.items.map(({ id, quantity }): [string, string] => [OPTION + id, String(quantity)])
      return { ...Object.fromEntries(taken), packs: String(photoPacks) }
    }
    case "adresse": {
      const known = place.isDelivery && !place.distanceToConfirm
      return placeFields(place, known ? String(place.distance) : "")
    }
  }
}

/** A distance that is left empty is the one that the form was opened on, as long as the address is. */
function typedFields(part: EditPart, { choice, place }: Typed, base: Fields): Fields {
  switch (part) {
    case "dates":
      return { dates: sortedDays(choice.days).join(" ") }
    case "options": {
      const taken = choice.options.map(({ optionId, quantity }): [string, string] => [OPTION + optionId, `${quantity}`])
      return { ...Object.fromEntries(taken), packs: String(choice.photoPacks) }
    }
    case "adresse":
      return placeFields(place, place.distance.replace(/\s*km$/i, "") || (base["distance"] ?? ""))
  }
}

function placeFields({ isDelivery, address }: Omit<PostedOrder["place"], "distance">, distance: string): Fields {
  const { street, zipCode, city, instructions } = address
  return {
    mode: isDelivery ? "delivery" : "pickup",
    address: [street, zipCode, city].join("\n"),
    instructions,
    distance,
  }
}

/** The form's own shape again. */
function typedOf(part: EditPart, typed: Typed, mine: Fields, merged: Fields): Typed {
  switch (part) {
    case "dates":
      return { ...typed, choice: { ...typed.choice, days: (merged["dates"] ?? "").split(" ").filter(isDay) } }
    case "options": {
      const options = Object.entries(merged)
        .filter(([name, quantity]) => name.startsWith(OPTION) && quantity !== "0")
        .map(([name, quantity]) => ({ optionId: name.slice(OPTION.length), quantity: Number(quantity) }))
      return { ...typed, choice: { ...typed.choice, options, photoPacks: Number(merged["packs"]) } }
    }
    case "adresse": {
      const [street = "", zipCode = "", city = ""] = (merged["address"] ?? "").split("\n")
      return {
        ...typed,
        place: {
          isDelivery: merged["mode"] !== "pickup",
          address: { street, zipCode, city, instructions: merged["instructions"] ?? "" },
          // Left empty, an address that stays keeps the distance that is stored.
          distance: merged["distance"] === mine["distance"] ? typed.place.distance : "",
        },
      }
    }
  }
}

const labels: Readonly<Record<string, string>> = {
  dates: "Dates",
  packs: "Packs photo",
  mode: "Livraison ou retrait",
  address: "Adresse",
  instructions: "Instructions",
  distance: "Distance aller-retour",
}

function valueLabel(part: EditPart, name: string, value: string): string {
  if (part === "dates") return daysLong(value.split(" ").filter(isDay)) || "aucune"
  if (part === "options") return value === "0" ? "aucun" : value
  if (name === "mode") return value === "pickup" ? "Retrait au dépôt" : "Livraison"
  if (name === "distance") return value === "" ? "à calculer" : `${value}\u00a0km`
  if (name !== "address") return value
  const [street = "", zipCode = "", city = ""] = value.split("\n")
  return addressLine({ street, zipCode, city })
}
