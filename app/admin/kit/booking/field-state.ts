import type { Flash } from "../flash.ts"
import type { Refusal } from "../../../http/refusal.ts"

/** Errors of other fields become a flash. */
const inlineErrorFields: ReadonlySet<string> = new Set([
  "motif",
  "distance",
  "note",
  "vers",
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
  "purchase-order",
  "buyer-reference",
])

/** Empty unless that form was submitted. */
export function fieldState(
  refusal: Refusal | null,
  intent: string,
  field: string,
): { error?: string | undefined; value?: string | undefined } {
  if (refusal?.values["intent"] !== intent) return {}
  return { error: refusal.errors[field], value: refusal.values[field] }
}

/** null when every error is shown at its field. */
export function refusalFlash(refusal: (Refusal & { edit?: unknown }) | null): Flash | null {
  if (!refusal || Object.keys(refusal.errors).every((name) => inlineErrorFields.has(name))) return null
  // The form shows its own errors; a flash would cover its buttons.
  if (refusal.edit && !refusal.errors["failure"]) return null
  return {
    kind: "error",
    title: refusal.errors["form"] ?? "La demande n’a pas pu être lue. Rechargez la page, puis réessayez.",
  }
}
