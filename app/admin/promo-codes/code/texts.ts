import { eurosText } from "../../kit/catalog/euros-text.ts"
import type { PromoCodeFields } from "../../../../domain/pricing/code-terms.ts"

export type PromoCodeTexts = Record<Exclude<keyof PromoCodeFields, "productIds" | "isPublished">, string>

export const promoCodeLabels: Readonly<Record<keyof PromoCodeFields, string>> = {
  code: "Code",
  unit: "Remise",
  value: "De combien",
  bookedFrom: "Réservations, du",
  bookedTo: "au",
  eventFrom: "Événements, du",
  eventTo: "au",
  productIds: "Produits",
  minimumTotal: "Montant minimum",
  maximumUses: "Nombre de fois",
  maximumUsesEach: "Nombre de fois par client",
  isPublished: "Annoncé à tous",
}

export function promoCodeTexts(code: PromoCodeFields | null): PromoCodeTexts {
  const text = (value: string | number | null | undefined) => String(value ?? "")
  return {
    code: text(code?.code),
    unit: code?.unit ?? "percent",
    value: code?.unit === "euros" ? eurosText(code.value) : text(code?.value),
    bookedFrom: text(code?.bookedFrom),
    bookedTo: text(code?.bookedTo),
    eventFrom: text(code?.eventFrom),
    eventTo: text(code?.eventTo),
    minimumTotal: code?.minimumTotal ? eurosText(code.minimumTotal) : "",
    maximumUses: text(code?.maximumUses),
    maximumUsesEach: text(code?.maximumUsesEach),
  }
}
