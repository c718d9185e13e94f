import type { Refusal } from "../../http/refusal.ts"
import type { Picture } from "../../ui/photo.tsx"

/** A field that is stored otherwise than it was typed, both in words. */
export type ChangedField = { name: string; label: string; mine: string; stored: string }

/** Before the name of a field, in the choice of its value: "mine" or "stored", empty until it is made. */
export const choicePrefix = "garder."

/** What a form is over, as its messages name it. */
export type EditedThing =
  | "page"
  | "option"
  | "product"
  | "question"
  | "testimonial"
  | "manual"
  | "legal-text"
  | "template"
  | "booking"
  | "sentences"
  | "hours"
  | "caption"
  | "file"

/** `when` in words, as of the refusal: "il y a 2 min". */
export type StaleView = {
  by: string
  when: string
  thing: EditedThing
  version: string
  changed: readonly ChangedField[]
}

/** A picture that is stored: `url` says which one it is. */
export type StoredPicture = { url: string; picture: Picture }

/** Somebody else changed the picture: the one that is shown now, and the one that was sent, if any. `when` may be empty. */
export type StalePictureView = { by: string; when: string; present: StoredPicture | null; sent: StoredPicture | null }

/** What came back of a form that could not be taken as it was, with what somebody else changed meanwhile. */
export type EditRefusal = Refusal & { stale?: StaleView; picture?: StalePictureView }

/** What a field of the form shows: what was typed and what is wrong with it, or what is stored. */
export function fieldOf(
  refusal: EditRefusal | null,
  name: string,
  stored: string,
): { id: string; name: string; defaultValue: string; error?: string } {
  const error = refusal?.errors[name]
  return { id: name, name, defaultValue: refusal?.values[name] ?? stored, ...(error ? { error } : {}) }
}

/** Why a picture of the screen was not kept. One that was too large to be read does not say which picture it was. */
export function pictureRefusal(refusal: EditRefusal | null | undefined, intent: string): EditRefusal | null {
  return refusal?.errors["image"] && ["", intent, `retirer-${intent}`].includes(refusal.values["intent"] ?? "")
    ? refusal
    : null
}

/** The refusal, when it answers that form of the screen; null for another form's. */
export function refusalOf(refusal: EditRefusal | null | undefined, intent: string): EditRefusal | null {
  return refusal && refusal.values["intent"] === intent ? refusal : null
}
