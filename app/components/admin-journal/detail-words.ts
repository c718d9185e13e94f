import { isDay } from "../../../domain/day.ts"
import { dayMedium, daysLong, instantLong } from "../../../domain/day-words.ts"
import { formatMoney } from "../../../domain/money.ts"

/** A line of what an act changed. `before` is absent when the record only says what is so since. */
export type DetailLine = { label: string; before?: string; after: string }

/** What the record keeps for the program, not for a reader. */
const unsaid = new Set(["version", "undoes", "removed", "mail", "changed"])

/** What an act's record says, as lines: before and after, else one value each. */
export function detailLines(details: Readonly<Record<string, unknown>>): DetailLine[] {
  const { before, after } = details
  const both = isFields(after) && (before === undefined || isFields(before))
  const compared = both ? comparison(isFields(before) ? before : null, after) : []
  const changed = both || !Array.isArray(details["changed"]) ? [] : [{ label: "Champs modifiés", after: details["changed"].map((name) => labelOf(String(name))).join(", ") }]
  const rest = Object.entries(details).flatMap(([name, value]) =>
    unsaid.has(name) || (both && (name === "before" || name === "after")) || value === undefined ? [] : [{ label: labelOf(name), after: valueWords(name, value) }],
  )
  const removed = Array.isArray(details["removed"]) ? [{ label: "Supprimé", after: removedWords(details["removed"]) }] : []
  return [...compared, ...changed, ...rest, ...removed]
}

function comparison(before: Record<string, unknown> | null, after: Record<string, unknown>): DetailLine[] {
  return Object.entries(after).map(([name, value]) => ({
    label: labelOf(name),
    ...(before ? { before: valueWords(name, before[name]) } : {}),
    after: valueWords(name, value),
  }))
}

function removedWords(rows: readonly unknown[]): string {
  const names = rows.flatMap((entry) => {
    const row = isFields(entry) && isFields(entry["row"]) ? entry["row"] : {}
    const name = row["name"] ?? row["question"] ?? row["author"] ?? row["title"] ?? row["caption"]
    return typeof name === "string" && name !== "" ? [name] : []
  })
  return names.length > 0 ? names.toReversed().join(", ") : `${rows.length} élément${rows.length > 1 ? "s" : ""}`
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A stored value as a person reads it: money, days, instants, yes and no. */
export function valueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "(vide)"
  if (typeof value === "boolean") return value ? "oui" : "non"
  if (typeof value === "number") return money.test(name) ? formatMoney(value) : value.toLocaleString("fr-FR")
  if (typeof value === "string") return textWords(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return "(vide)"
    return value.every((day) => typeof day === "string" && isDay(day)) ? daysLong(value) : value.map((entry) => valueWords(name, entry)).join(", ")
  }
  return isFields(value) ? Object.entries(value).map(([key, each]) => `${labelOf(key)}\u00a0: ${valueWords(key, each)}`).join("\u00a0; ") : String(value)
}

/** When a picture was sent stands in its name, which is all that says which one it is. */
function pictureWords(url: string): string {
  const sent = Number(/\/(\d{13})-[0-9a-f]{16}\.[a-z]+$/.exec(url)?.[1])
  return sent > 0 ? `image envoyée le ${instantLong(new Date(sent))}` : "image"
}

function textWords(text: string): string {
  if (text.startsWith("/files/")) return pictureWords(text)
  if (isDay(text)) return dayMedium(text)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))) return instantLong(new Date(text))
  return Object.hasOwn(values, text) ? (values[text] as string) : text
}

const money = /price|total|fee|deposit|amount/i

const values: Readonly<Record<string, string>> = {
  admin: "administrateur", user: "utilisateur", pending: "en attente", confirmed: "confirmée", refused: "refusée", cancelled: "annulée",
}

const labels: Readonly<Record<string, string>> = {
  name: "Nom", title: "Titre", content: "Contenu", description: "Description", question: "Question", answer: "Réponse", theme: "Thème",
  isPublished: "Publiée", author: "Auteur", rating: "Note", day: "Date", text: "Texte", isExample: "Exemple", order: "Ordre", caption: "Légende",
  imageUrl: "Image", heroImageUrl: "Image d’accueil", companyLogoUrl: "Logo", role: "Rôle", sessions: "Sessions fermées", email: "E-mail",
  reason: "Motif", days: "Jours", from: "État d’avant", distanceKm: "Distance en km", deliveryFee: "Livraison", total: "Total",
  totalBefore: "Total d’avant", before: "Avant", after: "Après", date: "Jour", isAvailable: "Disponible", page: "Page", version: "Version",
  heroTitle: "Titre d’accueil", heroDescription: "Texte d’accueil", companyName: "Nom de l’entreprise", companyIcon: "Icône",
  companyAddress: "Adresse", companyPhone: "Téléphone", companyEmail: "E-mail", companySiret: "SIRET", companyRcs: "RCS",
  googleBusinessId: "Fiche Google", instagramUrl: "Instagram", siteTitle: "Titre du site", siteDescription: "Description du site",
  accentColor: "Couleur", hostingNotice: "Hébergeur", ratingLabel: "Note affichée", legalForm: "Forme juridique", shareCapital: "Capital",
  vatNumber: "Numéro de TVA", publicationDirector: "Directeur de la publication", mediatorName: "Médiateur", mediatorUrl: "Site du médiateur",
  insurance: "Assurance", price: "Prix par jour", unit: "Unité", isActive: "Actif", stock: "Stock", features: "Caractéristiques",
  photoPackPrice: "Prix du pack photo", photoPackQuantity: "Photos par pack", preparationDaysBefore: "Jours de préparation avant",
  preparationDaysAfter: "Jours de préparation après", securityDeposit: "Caution", minimumNoticeDays: "Délai minimal", furthestDays: "Réservable jusqu’à",
  seoTitle: "Titre pour les moteurs", seoDescription: "Texte pour les moteurs", manualUrl: "Adresse de la notice", imageAlt: "Texte de l’image",
  quantityStep: "Pas", minQuantity: "Minimum", maxQuantity: "Maximum", deliveryFeePerKm: "Prix par km", freeDeliveryThreshold: "Livraison offerte jusqu’à",
  maximumDeliveryDistance: "Distance maximale", vatMode: "Régime de TVA", vatRate: "Taux de TVA", downPaymentPercent: "Acompte",
  balanceDaysBefore: "Solde avant", cancellationTiers: "Barème d’annulation", withdrawalDays: "Rétractation", dates: "Dates", status: "État",
  address: "Adresse", street: "Rue", zipCode: "Code postal", city: "Ville", note: "Note",
}

function labelOf(name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] as string) : name
}
