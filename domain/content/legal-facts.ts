import { type Day, addDays, addMonths, monthOf } from "../day.ts"
import { franchiseWording } from "../finance/vat-wording.ts"
import { dayMedium } from "../day-labels.ts"
import { type Cents, formatMoney } from "../money.ts"
import { type CancellationTier, cancellationList } from "../finance/cancellation-labels.ts"
import { type Claims, isAudited, shownConformity } from "./claims.ts"
import { periods } from "../retention/periods.ts"
import { endClauses } from "./end-clauses.ts"
import type { LegalFact } from "./legal-template.ts"
import { internationalPhone, phoneLabel, siretDigits, siretLabel, unbroken } from "../printed-numbers.ts"

/** What the legal texts take from the site's configuration. */
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

/** What they take from the finance settings. Distances in kilometres of round trip. */
export type LegalFinance = {
  deliveryFeePerKm: Cents
  freeDeliveryThreshold: number
  maximumDeliveryDistance: number | null
  warehouseStreet: string
  warehouseZipCode: string
  warehouseCity: string
  vatMode: "franchise" | "included"
  /** Basis points: 2000 is 20 %. */
  vatRate: number
  downPaymentPercent: number
  balanceDaysBefore: number
  cancellationTiers: readonly CancellationTier[]
  withdrawalDays: number
  pendingExpiryDays: number
}

/** Where the site is and when the text was published. */
export type LegalFrame = {
  origin: string
  publishedOn: Day
  /** What places addresses, for a text that names who works for us; nobody outside does where it is absent. */
  geocoder?: "ban" | "google" | "offline"
}

const NBSP = "\u00a0"

/**
 * Stands where an owner's own text names a fact that nobody has given: nothing is feigned. The house's texts leave the
 * line out.
 */
const NOT_GIVEN = "(non renseigné)"

/** Every name that a placeholder of a legal text may have. */
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

/** Everything that a placeholder of a legal text can stand for, by its name (D24). */
export function legalFacts(
  config: LegalConfig,
  finance: LegalFinance,
  { origin, publishedOn, geocoder }: LegalFrame,
): Record<(typeof legalFactNames)[number], LegalFact> {
  const phone = given(config.companyPhone)
  const email = given(config.companyEmail)
  const siret = config.companySiret && siretDigits(config.companySiret)
  const mediatorUrl = config.mediatorUrl && httpUrl(config.mediatorUrl.trim())
  const placer = geocoder && placers[geocoder]
  const warehouse = [
    given(finance.warehouseStreet),
    [finance.warehouseZipCode, finance.warehouseCity]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(" "),
  ]
  return {
    "entreprise.nom": known(plain(config.companyName) ?? "Guinguette"),
    "entreprise.forme": fact(plain(config.legalForm), NOT_GIVEN),
    "entreprise.capital": fact(plain(config.shareCapital), NOT_GIVEN),
    "entreprise.adresse": fact(plain(config.companyAddress), NOT_GIVEN),
    "entreprise.telephone": fact(
      phone && `[${escape(phoneLabel(phone))}](tel:${internationalPhone(phone)})`,
      NOT_GIVEN,
    ),
    "entreprise.courriel": fact(
      email && /^[^\s<>()]+@[^\s<>()]+$/.test(email) ? `[${escape(email)}](mailto:${email})` : null,
      "[notre formulaire de contact](/contact)",
    ),
    "entreprise.siret": fact(siret && siretLabel(siret), NOT_GIVEN),
    "entreprise.siren": fact(siret && siretLabel(siret).slice(0, -6), NOT_GIVEN),
    "entreprise.rcs": fact(plain(config.companyRcs), NOT_GIVEN),
    "entreprise.tva": fact(plain(config.vatNumber), NOT_GIVEN),
    "entreprise.directeur": fact(plain(config.publicationDirector), NOT_GIVEN),
    "entreprise.assurance": fact(plain(config.insurance), NOT_GIVEN),
    hebergeur: fact(plain(config.hostingNotice?.replace(/^\s*h[ée]berge(?:ment|ur)\s*:\s*/iu, "") ?? null), NOT_GIVEN),
    "mediateur.nom": fact(plain(config.mediatorName), NOT_GIVEN),
    "mediateur.site": fact(mediatorUrl && `<${mediatorUrl}>`, NOT_GIVEN),
    "site.adresse": known(`<${origin}>`),
    "accessibilite.taux": known(`${config.accessibilityPercent}${NBSP}%`),
    "accessibilite.etat": known(shownConformity(config)),
    "accessibilite.audit": fact(auditOf(config), "aucun audit"),
    "localisation.nom": fact(placer?.name ?? null, "aucun prestataire"),
    "localisation.pays": fact(placer?.country ?? null, "chez nous"),
    "texte.date": known(dayMedium(publishedOn)),
    "texte.prochaine-revue": known(dayMedium(oneYearAfter(publishedOn))),
    "depot.adresse": fact(
      warehouse.every(Boolean) ? escape(warehouse.join(", ")) : plain(config.companyAddress),
      NOT_GIVEN,
    ),
    "livraison.par-km": known(formatMoney(finance.deliveryFeePerKm)),
    "livraison.gratuite-jusqua": known(`${kilometres(finance.freeDeliveryThreshold)}${NBSP}km`),
    "livraison.maximum": fact(
      finance.maximumDeliveryDistance === null ? null : `${kilometres(finance.maximumDeliveryDistance)}${NBSP}km`,
      "sans limite fixée d’avance",
    ),
    "prix.tva": known(
      finance.vatMode === "franchise"
        ? franchiseWording.text
        : `TVA comprise au taux de ${(finance.vatRate / 100).toLocaleString("fr-FR")}${NBSP}%`,
    ),
    "prix.dits": known(finance.vatMode === "franchise" ? "nets" : "toutes taxes comprises"),
    "tva.comprise": fact(finance.vatMode === "included" ? "oui" : null, "non"),
    "paiement.acompte": known(`${finance.downPaymentPercent}${NBSP}%`),
    "paiement.solde": known(days(finance.balanceDaysBefore)),
    "annulation.bareme": known(cancellationList(finance.cancellationTiers)),
    "annulation.absence": known(endClauses["no-show"]),
    "annulation.impaye": known(endClauses.unpaid),
    "retractation.delai": known(days(finance.withdrawalDays)),
    "retractation.ouverte": fact(finance.withdrawalDays > 0 ? "oui" : null, "non"),
    "demande.expiration": known(days(finance.pendingExpiryDays)),
    "conservation.compte": known(years(periods.accountYears)),
    "conservation.avertissement": known(days(periods.accountNoticeDays)),
    "conservation.commandes": known(years(periods.orderYears)),
    "conservation.messages": known(years(periods.contactYears)),
    "conservation.brouillons": known(days(periods.draftDays)),
    "conservation.non-signes": known(`${periods.unsignedContractMonths}${NBSP}mois`),
    "conservation.assurance": known(days(periods.insuranceDays)),
    "conservation.copies": known(days(periods.exportDays)),
    "conservation.droits": known(years(periods.rightsYears)),
    "conservation.transactions": known(`${periods.transactionMonths}${NBSP}mois`),
    "conservation.courriels": known(days(periods.sentMailDays)),
    "conservation.courriels-perdus": known(`${periods.undeliveredMailMonths}${NBSP}mois`),
    "conservation.courriels-gardes": known(days(periods.outboxDays)),
    "conservation.releves": known(monthsOf(periods.bankLineDays)),
    "conservation.tableaux": known(days(periods.bankTableDays)),
    "conservation.lettre": known(years(periods.newsletterLeftYears)),
    "conservation.lettre-attente": known(days(periods.newsletterConfirmDays + periods.newsletterPendingDays)),
    "conservation.vues": known(`${periods.pageViewMonths}${NBSP}mois`),
    "conservation.session": known(days(periods.sessionIdleDays)),
    "conservation.session-max": known(days(periods.sessionDays)),
    "conservation.cookies": known(monthsOf(periods.deviceCookieDays)),
    "conservation.choix": known(monthsOf(periods.cookieChoiceDays)),
    "conservation.photos-appareil": known(days(periods.photosOnDeviceDays)),
    "conservation.panier": known(days(periods.endedCartDays)),
    "conservation.liens": known(days(periods.endedLinkDays)),
    "conservation.journal": known(`${periods.technicalLogMonths}${NBSP}mois`),
  }
}

/** Who is asked where an address is, and where they are. */
const placers: Readonly<Record<NonNullable<LegalFrame["geocoder"]>, { name: string; country: string } | null>> = {
  ban: { name: "Base Adresse Nationale (État français)", country: "France" },
  google: { name: "Google Ireland Limited (Google Maps Platform)", country: "Irlande, et États-Unis" },
  offline: null,
}

/** "le 21 novembre 2026 par Camille Martin"; null without both (D51). */
function auditOf(config: LegalConfig): string | null {
  if (!isAudited(config)) return null
  return `le ${dayMedium(config.accessibilityAuditedOn)} par ${plain(config.accessibilityAuditedBy)}`
}

/** A fact that is always there. */
export function known(value: string): LegalFact {
  return { value, neutral: value }
}

/** A fact that may be missing: `neutral` is read then. */
export function fact(value: string | null, neutral: string): LegalFact {
  return { value, neutral }
}

function given(text: string | null): string | null {
  return text?.replace(/\s+/g, " ").trim() || null
}

/** One line of the owner's, its numbers unbroken, of which Markdown and the template make nothing. */
export function plain(text: string | null): string | null {
  const line = given(text)
  return line && escape(unbroken(line))
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
  return counted(count, "an")
}

function days(count: number): string {
  return counted(count, "jour")
}

function counted(count: number, word: string): string {
  return `${count}${NBSP}${word}${count > 1 ? "s" : ""}`
}

/** A period that is counted in days and was chosen as months: 395 days are "13 mois". */
function monthsOf(count: number): string {
  return `${Math.round(count / (365.25 / 12))}${NBSP}mois`
}

/** 29 February is reviewed on the 28th. */
function oneYearAfter(day: Day): Day {
  const month = addMonths(monthOf(day), 12)
  return day.endsWith("-02-29") ? `${month}-28` : addDays(`${month}-01`, Number(day.slice(8)) - 1)
}
