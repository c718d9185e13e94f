import { type Day, addDays, addMonths, monthOf } from "../day.ts"
import { type VatMode, franchiseWording } from "../finance/vat-wording.ts"
import { dayMedium } from "../day-labels.ts"
import { type Cents, formatMoney } from "../money.ts"
import { type CancellationTier, cancellationList } from "../finance/cancellation-labels.ts"
import { type Claims, isAudited, conformityLabel } from "./claims.ts"
import { periods } from "../retention/periods.ts"
import { endClauses } from "./end-clauses.ts"
import type { LegalFact } from "./legal-template.ts"
import { siretDigits, siretLabel, preventLineBreaks } from "../printed-numbers.ts"
import { internationalPhone, phoneLabel } from "../phone.ts"

export type LegalConfig = {
  companyName: string
  companyAddress: string | null
  companyPhone: string | null
  companyEmail: string | null
  companySiret: string | null
  companyRcs: string | null
  legalForm: string | null
  shareCapital: string | null
  vatNumber: string | null
  publicationDirector: string | null
  hostingNotice: string | null
  mediatorName: string | null
  mediatorUrl: string | null
  insurance: string | null
} & Pick<Claims, "accessibilityPercent" | "accessibilityAuditedOn" | "accessibilityAuditedBy" | "exampleClaims">

export type LegalFinance = {
  deliveryFeePerKm: Cents
  freeDeliveryThreshold: number
  maximumDeliveryDistance: number | null
  warehouseStreet: string
  warehouseZipCode: string
  warehouseCity: string
  vatMode: VatMode
  /** Basis points: 2000 is 20 %. */
  vatRate: number
  downPaymentPercent: number
  balanceDaysBefore: number
  cancellationTiers: readonly CancellationTier[]
  withdrawalDays: number
  pendingExpiryDays: number
}

export type LegalFrame = {
  origin: string
  publishedOn: Day
  geocoder?: "ban" | "google" | "offline"
}

const NBSP = "\u00a0"

/** Marks a missing fact, so that nothing is invented. */
const NOT_PROVIDED = "(non renseigné)"

export const legalFactNames = [
  "entreprise.nom",
  "entreprise.forme",
  "entreprise.capital",
  "entreprise.adresse",
  "entreprise.telephone",
  "entreprise.courriel",
  "entreprise.siret",
  "entreprise.siren",
  "entreprise.rcs",
  "entreprise.tva",
  "entreprise.directeur",
  "entreprise.assurance",
  "hebergeur",
  "mediateur.nom",
  "mediateur.site",
  "site.adresse",
  "accessibilite.taux",
  "accessibilite.etat",
  "accessibilite.audit",
  "localisation.nom",
  "localisation.pays",
  "texte.date",
  "texte.prochaine-revue",
  "depot.adresse",
  "livraison.par-km",
  "livraison.gratuite-jusqua",
  "livraison.maximum",
  "prix.tva",
  "prix.dits",
  "tva.comprise",
  "paiement.acompte",
  "paiement.solde",
  "annulation.bareme",
  "annulation.absence",
  "annulation.impaye",
  "retractation.delai",
  "retractation.ouverte",
  "demande.expiration",
  "conservation.compte",
  "conservation.avertissement",
  "conservation.commandes",
  "conservation.messages",
  "conservation.brouillons",
  "conservation.prix",
  "conservation.non-signes",
  "conservation.assurance",
  "conservation.copies",
  "conservation.droits",
  "conservation.transactions",
  "conservation.courriels",
  "conservation.courriels-perdus",
  "conservation.courriels-gardes",
  "conservation.releves",
  "conservation.tableaux",
  "conservation.lettre",
  "conservation.lettre-attente",
  "conservation.vues",
  "conservation.session",
  "conservation.session-max",
  "conservation.cookies",
  "conservation.choix",
  "conservation.photos-appareil",
  "conservation.panier",
  "conservation.liens",
  "conservation.journal",
] as const

/** Placeholders of legal texts (D24). */
export function legalFacts(
  config: LegalConfig,
  finance: LegalFinance,
  { origin, publishedOn, geocoder }: LegalFrame,
): Record<(typeof legalFactNames)[number], LegalFact> {
  const phone = collapseSpaces(config.companyPhone)
  const email = collapseSpaces(config.companyEmail)
  const siret = config.companySiret && siretDigits(config.companySiret)
  const mediatorUrl = config.mediatorUrl && httpUrl(config.mediatorUrl.trim())
  const geocoderProvider = geocoder && geocoderProviders[geocoder]
  const warehouse = [
    collapseSpaces(finance.warehouseStreet),
    [finance.warehouseZipCode, finance.warehouseCity]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(" "),
  ]
  return {
    "entreprise.nom": requiredFact(escapeLine(config.companyName) ?? "Guinguette"),
    "entreprise.forme": optionalFact(escapeLine(config.legalForm), NOT_PROVIDED),
    "entreprise.capital": optionalFact(escapeLine(config.shareCapital), NOT_PROVIDED),
    "entreprise.adresse": optionalFact(escapeLine(config.companyAddress), NOT_PROVIDED),
    "entreprise.telephone": optionalFact(
      phone && `[${escape(phoneLabel(phone))}](tel:${internationalPhone(phone)})`,
      NOT_PROVIDED,
    ),
    "entreprise.courriel": optionalFact(
      email && /^[^\s<>()]+@[^\s<>()]+$/.test(email) ? `[${escape(email)}](mailto:${email})` : null,
      "[notre formulaire de contact](/contact)",
    ),
    "entreprise.siret": optionalFact(siret && siretLabel(siret), NOT_PROVIDED),
    "entreprise.siren": optionalFact(siret && siretLabel(siret).slice(0, -6), NOT_PROVIDED),
    "entreprise.rcs": optionalFact(escapeLine(config.companyRcs), NOT_PROVIDED),
    "entreprise.tva": optionalFact(escapeLine(config.vatNumber), NOT_PROVIDED),
    "entreprise.directeur": optionalFact(escapeLine(config.publicationDirector), NOT_PROVIDED),
    "entreprise.assurance": optionalFact(escapeLine(config.insurance), NOT_PROVIDED),
    hebergeur: optionalFact(
      escapeLine(config.hostingNotice?.replace(/^\s*h[ée]berge(?:ment|ur)\s*:\s*/iu, "") ?? null),
      NOT_PROVIDED,
    ),
    "mediateur.nom": optionalFact(escapeLine(config.mediatorName), NOT_PROVIDED),
    "mediateur.site": optionalFact(mediatorUrl && `<${mediatorUrl}>`, NOT_PROVIDED),
    "site.adresse": requiredFact(`<${origin}>`),
    "accessibilite.taux": requiredFact(`${config.accessibilityPercent}${NBSP}%`),
    "accessibilite.etat": requiredFact(conformityLabel(config)),
    "accessibilite.audit": optionalFact(auditLine(config), "aucun audit"),
    "localisation.nom": optionalFact(geocoderProvider?.name ?? null, "aucun prestataire"),
    "localisation.pays": optionalFact(geocoderProvider?.country ?? null, "chez nous"),
    "texte.date": requiredFact(dayMedium(publishedOn)),
    "texte.prochaine-revue": requiredFact(dayMedium(oneYearAfter(publishedOn))),
    "depot.adresse": optionalFact(
      warehouse.every(Boolean) ? escape(warehouse.join(", ")) : escapeLine(config.companyAddress),
      NOT_PROVIDED,
    ),
    "livraison.par-km": requiredFact(formatMoney(finance.deliveryFeePerKm)),
    "livraison.gratuite-jusqua": requiredFact(`${kilometres(finance.freeDeliveryThreshold)}${NBSP}km`),
    "livraison.maximum": optionalFact(
      finance.maximumDeliveryDistance === null ? null : `${kilometres(finance.maximumDeliveryDistance)}${NBSP}km`,
      "sans limite fixée d’avance",
    ),
    "prix.tva": requiredFact(
      finance.vatMode === "franchise"
        ? franchiseWording.text
        : `TVA comprise au taux de ${(finance.vatRate / 100).toLocaleString("fr-FR")}${NBSP}%`,
    ),
    "prix.dits": requiredFact(finance.vatMode === "franchise" ? "nets" : "toutes taxes comprises"),
    "tva.comprise": optionalFact(finance.vatMode === "included" ? "oui" : null, "non"),
    "paiement.acompte": requiredFact(`${finance.downPaymentPercent}${NBSP}%`),
    "paiement.solde": requiredFact(days(finance.balanceDaysBefore)),
    "annulation.bareme": requiredFact(cancellationList(finance.cancellationTiers)),
    "annulation.absence": requiredFact(endClauses["no-show"]),
    "annulation.impaye": requiredFact(endClauses.unpaid),
    "retractation.delai": requiredFact(days(finance.withdrawalDays)),
    "retractation.ouverte": optionalFact(finance.withdrawalDays > 0 ? "oui" : null, "non"),
    "demande.expiration": requiredFact(days(finance.pendingExpiryDays)),
    "conservation.compte": requiredFact(years(periods.accountYears)),
    "conservation.avertissement": requiredFact(days(periods.accountNoticeDays)),
    "conservation.commandes": requiredFact(years(periods.orderYears)),
    "conservation.messages": requiredFact(years(periods.contactYears)),
    "conservation.brouillons": requiredFact(days(periods.draftDays)),
    "conservation.prix": requiredFact(days(periods.shownPriceDays)),
    "conservation.non-signes": requiredFact(`${periods.unsignedContractMonths}${NBSP}mois`),
    "conservation.assurance": requiredFact(days(periods.insuranceDays)),
    "conservation.copies": requiredFact(days(periods.exportDays)),
    "conservation.droits": requiredFact(years(periods.rightsYears)),
    "conservation.transactions": requiredFact(`${periods.transactionMonths}${NBSP}mois`),
    "conservation.courriels": requiredFact(days(periods.sentMailDays)),
    "conservation.courriels-perdus": requiredFact(`${periods.undeliveredMailMonths}${NBSP}mois`),
    "conservation.courriels-gardes": requiredFact(days(periods.outboxDays)),
    "conservation.releves": requiredFact(monthsLabel(periods.bankLineDays)),
    "conservation.tableaux": requiredFact(days(periods.bankTableDays)),
    "conservation.lettre": requiredFact(years(periods.newsletterLeftYears)),
    "conservation.lettre-attente": requiredFact(days(periods.newsletterConfirmDays + periods.newsletterPendingDays)),
    "conservation.vues": requiredFact(`${periods.pageViewMonths}${NBSP}mois`),
    "conservation.session": requiredFact(days(periods.sessionIdleDays)),
    "conservation.session-max": requiredFact(days(periods.sessionDays)),
    "conservation.cookies": requiredFact(monthsLabel(periods.deviceCookieDays)),
    "conservation.choix": requiredFact(monthsLabel(periods.cookieChoiceDays)),
    "conservation.photos-appareil": requiredFact(days(periods.photosOnDeviceDays)),
    "conservation.panier": requiredFact(days(periods.endedCartDays)),
    "conservation.liens": requiredFact(days(periods.endedLinkDays)),
    "conservation.journal": requiredFact(`${periods.technicalLogMonths}${NBSP}mois`),
  }
}

const geocoderProviders: Readonly<
  Record<NonNullable<LegalFrame["geocoder"]>, { name: string; country: string } | null>
> = {
  ban: { name: "Base Adresse Nationale (État français)", country: "France" },
  google: { name: "Google Ireland Limited (Google Maps Platform)", country: "Irlande, et États-Unis" },
  offline: null,
}

/** null unless the audit's day and its auditor are both recorded (D51). */
function auditLine(config: LegalConfig): string | null {
  if (!isAudited(config)) return null
  return `le ${dayMedium(config.accessibilityAuditedOn)} par ${escapeLine(config.accessibilityAuditedBy)}`
}

export function requiredFact(value: string): LegalFact {
  return { value, neutral: value }
}

export function optionalFact(value: string | null, neutral: string): LegalFact {
  return { value, neutral }
}

function collapseSpaces(text: string | null): string | null {
  return text?.replace(/\s+/g, " ").trim() || null
}

/** Escapes Markdown and template syntax. */
export function escapeLine(text: string | null): string | null {
  const line = collapseSpaces(text)
  return line && escape(preventLineBreaks(line))
}

function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|#~]/g, "\\$&")
}

function httpUrl(address: string): string | null {
  return /^https?:\/\/[^\s<>"]+$/i.test(address) && URL.canParse(address) ? address : null
}

function kilometres(distance: number): string {
  return distance.toLocaleString("fr-FR")
}

function years(count: number): string {
  return countLabel(count, "an")
}

function days(count: number): string {
  return countLabel(count, "jour")
}

function countLabel(count: number, word: string): string {
  return `${count}${NBSP}${word}${count > 1 ? "s" : ""}`
}

function monthsLabel(dayCount: number): string {
  return `${Math.round(dayCount / (365.25 / 12))}${NBSP}mois`
}

function oneYearAfter(day: Day): Day {
  const month = addMonths(monthOf(day), 12)
  return day.endsWith("-02-29") ? `${month}-28` : addDays(`${month}-01`, Number(day.slice(8)) - 1)
}
