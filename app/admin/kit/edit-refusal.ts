import type { Refusal } from "../../http/refusal.ts"
import type { Picture } from "../../ui/photo.tsx"

export type ChangedField = { name: string; label: string; mine: string; stored: string }

/** Prefix of the fields that choose "mine" or "stored"; empty until chosen. */
export const choicePrefix = "garder."

export type EditedThing =
  | "page"
  | "option"
  | "plan"
  | "price-rule"
  | "zone"
  | "promo-code"
  | "product"
  | "unit"
  | "question"
  | "testimonial"
  | "manual"
  | "legal-text"
  | "template"
  | "booking"
  | "sentences"
  | "hours"
  | "caption"
  | "lead"
  | "file"

export type StaleView = {
  by: string
  when: string
  thing: EditedThing
  version: string
  changed: readonly ChangedField[]
}

export type StoredPicture = { url: string; picture: Picture }

export type StalePictureView = { by: string; when: string; present: StoredPicture | null; sent: StoredPicture | null }

export type EditRefusal = Refusal & { stale?: StaleView; picture?: StalePictureView }

export function fieldProps(
  refusal: EditRefusal | null,
  name: string,
  stored: string,
): { id: string; name: string; defaultValue: string; error?: string } {
  const error = refusal?.errors[name]
  return { id: name, name, defaultValue: refusal?.values[name] ?? stored, ...(error ? { error } : {}) }
}

/** A picture too large to be parsed has no intent, so any form may be meant. */
export function pictureRefusal(refusal: EditRefusal | null | undefined, intent: string): EditRefusal | null {
  return refusal?.errors["image"] && ["", intent, `retirer-${intent}`].includes(refusal.values["intent"] ?? "")
    ? refusal
    : null
}

/** null when the refusal is about another form. */
export function refusalFor<Each extends EditRefusal>(refusal: Each | null | undefined, intent: string): Each | null {
  return refusal && refusal.values["intent"] === intent ? refusal : null
}
