import type { Flash } from "../flash.ts"
import type { Refusal } from "../../../http/refusal.ts"

/** Fields that show their own error; anything else is told as a message. */
const fields: ReadonlySet<string> = new Set([
  "motif",
  "distance",
  "note",
  "vers",
  // Of the forms of a booking's page.
  "maniere",
  "nom",
  "signature",
  "le",
  "conditions",
  "execution",
  "perte",
  "montant",
  "autre-paiement",
  "trop-percu",
  "avant-demande",
  "avant-du",
  "vit-a-l-etranger",
  "moyen",
  "sorte",
  "rendre",
  "depart-a",
  "retour-a",
])

/** What was typed in a field of the form that was sent, and what is wrong with it; nothing for the other forms. */
export function typed(
  refusal: Refusal | null,
  intent: string,
  field: string,
): { error?: string | undefined; value?: string | undefined } {
  if (refusal?.values["intent"] !== intent) return {}
  return { error: refusal.errors[field], value: refusal.values[field] }
}

/** The message of a refusal that no field of the page can show; `edit` is the form itself, where it comes back whole. */
export function refusalFlash(refusal: (Refusal & { edit?: unknown }) | null): Flash | null {
  if (!refusal || Object.keys(refusal.errors).every((name) => fields.has(name))) return null
  // A form that comes back whole says itself what is wrong with it: a message over it would hide its buttons.
  if (refusal.edit && !refusal.errors["failure"]) return null
  return {
    kind: "error",
    title: refusal.errors["form"] ?? "La demande n’a pas pu être lue. Rechargez la page, puis réessayez.",
  }
}
