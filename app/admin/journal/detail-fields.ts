import { disputeStageLabels } from "../../../domain/finance/dispute.ts"
import { sharingPermissionLabels } from "../../../domain/accounts/sharing.ts"
import { outcomeLabels } from "../../../domain/accounts/rights.ts"
import { invoiceKindLabels } from "../../../domain/invoicing/invoice.ts"
import { paymentMeansLabels } from "../../../domain/finance/payment.ts"
import type { DetailName, FormerDetailName } from "../../../domain/journal/acts.ts"
import { adjustmentKindLabels } from "../../../domain/pricing/adjustment-kind.ts"
import { signingWayLabels } from "../../../domain/contracts/contract-status.ts"
import { financeLabels } from "../kit/finance-view.ts"
import { formerMailKinds, mailKinds } from "../kit/mails-url.ts"
import { siteFieldLabels } from "../kit/site-fields.ts"
import {
  type Say,
  basisPoints,
  count,
  day,
  dayCount,
  days,
  iban,
  instant,
  kilometres,
  money,
  moneyDifference,
  oneOf,
  optionUnit,
  order,
  percent,
  picture,
  sections,
  status,
  text,
  tiers,
  timeWindow,
  unitNumber,
  yesNo,
} from "./detail-values.ts"

/** A detail's French name and how its value is written. */
export type DetailField = { label: string; say: Say }

/** What the record keeps for the program, not for a reader; `removed`, `before`, `after` and `changed` are told in their own way. */
const unsaid = "unsaid"

const field = (label: string, say: Say = text): DetailField => ({ label, say })
const site = (name: keyof typeof siteFieldLabels, say?: Say) => field(siteFieldLabels[name], say)
const finance = (name: keyof typeof financeLabels, say?: Say) => field(financeLabels[name], say)

/**
 * Every name under which an act keeps something, in the order in which they are shown. Complete by its type: a name that
 * is recorded and not worded here does not compile.
 */
export const detailFields: Readonly<Record<DetailName, DetailField | typeof unsaid>> = {
  digests: "unsaid",
  offered: "unsaid",
  version: field("Version"),
  undoes: unsaid,
  removed: field("Supprimé"),
  group: unsaid,
  was: unsaid,
  mail: unsaid,
  changed: field("Champs modifiés"),
  forgotten: unsaid,
  before: field("Avant"),
  after: field("Après"),

  for: field("Pour"),
  person: field("Personne"),
  permissions: field("Droits", oneOf(sharingPermissionLabels)),
  from: field("État d’avant", status),
  status: field("État", status),
  expiresAt: field("À répondre avant", instant),
  number: field("Numéro"),
  otherBooking: field("Autre réservation"),
  kind: field("Document", oneOf(invoiceKindLabels)),
  how: field("Signé", oneOf(signingWayLabels)),
  payment: unsaid,
  line: unsaid,
  adjustment: field("Ligne de prix", oneOf(adjustmentKindLabels)),
  receivedOn: field("Reçu le", day),
  days: field("Jours", days),
  dates: field("Dates", days),
  reason: field("Motif"),
  fromUnit: field("Exemplaire d’avant", unitNumber),
  toUnit: field("Exemplaire", unitNumber),
  units: field("Exemplaire à la place du sien", unitNumber),
  options: field("Options"),
  place: field("Adresse ou livraison"),
  distanceKm: field("Distance aller-retour", kilometres),
  deliveryFee: field("Livraison", money),
  totalBefore: field("Total d’avant", money),
  total: field("Total", money),
  difference: field("Différence", moneyDifference),
  kept: field("Gardé", money),
  refund: field("À rembourser", money),
  indemnity: field("Indemnité", money),
  forceMajeure: field("Force majeure", yesNo),
  declaration: field("Déclaration"),
  dueAt: field("À signer avant", instant),
  note: field("Remarque"),
  amount: field("Montant", money),
  means: field("Moyen", oneOf(paymentMeansLabels)),
  madeOn: field("Fait le", day),
  ended: field("Réservation terminée", yesNo),
  failure: field("Réponse de la banque"),
  stage: field("État", oneOf(disputeStageLabels)),
  answerBy: field("Réponse attendue avant", instant),
  outHours: field("Départ", timeWindow),
  backHours: field("Retour", timeWindow),
  powerNear: field("Prise à moins de 20\u00a0m", yesNo),
  floorFits: field("Place de 3\u00a0×\u00a05\u00a0m", yesNo),
  report: unsaid,
  leg: field("État des lieux", oneOf({ out: "départ", back: "retour" })),
  damaged: field("Avec réserves", yesNo),
  photos: field("Photographies", count),
  links: field("Liens", count),
  stops: field("Ordre des réservations"),

  product: field("Produit"),
  copyOf: field("Copie de"),
  name: field("Nom"),
  description: field("Description"),
  price: field("Prix", money),
  unit: field("Unité", optionUnit),
  quantityStep: field("Pas", count),
  minQuantity: field("Minimum", count),
  maxQuantity: field("Maximum", count),
  order: field("Ordre", order),
  features: field("Caractéristiques"),
  isActive: field("Visible dans le catalogue", yesNo),
  wasActive: field("Était visible dans le catalogue", yesNo),
  archivedAt: field("Archivage", instant),
  bookings: field("Réservations", count),
  stock: field("Stock", count),
  preparationDaysBefore: field("Préparation avant", dayCount),
  preparationDaysAfter: field("Préparation après", dayCount),
  securityDeposit: field("Caution", money),
  of: field("Caution", money),
  minimumNoticeDays: field("Délai minimum", dayCount),
  furthestDays: field("Date la plus lointaine", dayCount),
  photoPackPrice: field("Prix du pack photo", money),
  photoPackQuantity: field("Photos par pack", count),
  includedPhotos: field("Photos imprimées comprises", count),
  seoTitle: field("Titre pour les moteurs de recherche"),
  seoDescription: field("Description pour les moteurs de recherche"),
  manualUrl: field("Adresse de la notice"),
  imageUrl: field("Image", picture),
  imageAlt: field("Description de l’image"),
  sections: field("Sections", sections),
  sectionsRemoved: field("Sections retirées"),

  title: field("Titre"),
  content: field("Contenu"),
  cloudWithout: field("Mots absents du nuage"),
  caption: field("Légende"),
  theme: field("Thème"),
  question: field("Question"),
  answer: field("Réponse"),
  isPublished: field("Publiée", yesNo),
  author: field("Auteur"),
  day: field("Date", day),
  rating: field("Note", count),
  text: field("Texte"),
  isExample: field("Exemple", yesNo),
  heroTitle: site("heroTitle"),
  heroDescription: site("heroDescription"),
  heroImageUrl: field("Image d’accueil", picture),
  heroImageAlt: site("heroImageAlt"),
  companyName: site("companyName"),
  companyLogoUrl: field("Logo", picture),
  companyIcon: site("companyIcon", oneOf({ camera: "Appareil photo", image: "Image", aperture: "Diaphragme" })),
  companyAddress: site("companyAddress"),
  companyPhone: site("companyPhone"),
  companyEmail: site("companyEmail"),
  companySiret: site("companySiret"),
  companyRcs: site("companyRcs"),
  googleBusinessId: site("googleBusinessId"),
  instagramUrl: site("instagramUrl"),
  siteTitle: site("siteTitle"),
  siteDescription: site("siteDescription"),
  accentColor: site("accentColor"),
  hostingNotice: site("hostingNotice"),
  ratingLabel: site("ratingLabel"),
  phoneHelp: site("phoneHelp"),
  setupTime: site("setupTime"),
  opensAt: site("opensAt"),
  closesAt: site("closesAt"),
  accessibilityPercent: site("accessibilityPercent", percent),
  accessibilityAuditedOn: site("accessibilityAuditedOn", day),
  accessibilityAuditedBy: site("accessibilityAuditedBy"),
  legalForm: site("legalForm"),
  shareCapital: site("shareCapital"),
  vatNumber: site("vatNumber"),
  publicationDirector: site("publicationDirector"),
  mediatorName: site("mediatorName"),
  mediatorUrl: site("mediatorUrl"),
  insurance: site("insurance"),

  deliveryFeePerKm: finance("deliveryFeePerKm", money),
  freeDeliveryThreshold: finance("freeDeliveryThreshold", kilometres),
  maximumDeliveryDistance: finance("maximumDeliveryDistance", kilometres),
  warehouseStreet: finance("warehouseStreet"),
  warehouseZipCode: finance("warehouseZipCode"),
  warehouseCity: finance("warehouseCity"),
  warehouseLat: unsaid,
  warehouseLng: unsaid,
  warehousePlace: field("Lieu du dépôt sur la carte"),
  warehousePrecision: field("Précision du lieu", oneOf({ address: "adresse", commune: "commune" })),
  vatMode: finance("vatMode", oneOf({ included: "Prix TVA comprise", franchise: "Franchise en base" })),
  vatRate: finance("vatRate", basisPoints),
  deliversToCorsica: finance("deliversToCorsica", yesNo),
  vatOnDebits: finance("vatOnDebits", yesNo),
  downPaymentPercent: finance("downPaymentPercent", percent),
  balanceDaysBefore: field("Solde avant l’événement", dayCount),
  cancellationTiers: finance("cancellationTiers", tiers),
  withdrawalDays: finance("withdrawalDays", dayCount),
  pendingExpiryDays: finance("pendingExpiryDays", dayCount),
  iban: finance("iban", iban),
  bic: finance("bic", text),

  role: field("Rôle", oneOf({ admin: "administrateur", user: "utilisateur" })),
  email: field("E-mail"),
  phone: field("Téléphone"),
  export: unsaid,
  mailDayBefore: field("Rappel de la veille", yesNo),
  mailThanks: field("Remerciement", yesNo),
  secondFactorRemoved: field("Double authentification retirée", yesNo),
  dueOn: field("À répondre avant le", day),
  outcome: field("Ce qui a été fait", oneOf(outcomeLabels)),
  clientType: field("Type de compte", oneOf({ individual: "Particulier", business: "Professionnel" })),
  businessName: field("Raison sociale"),
  businessSiret: field("SIRET"),
  businessVat: field("Numéro de TVA"),
  businessContactName: field("Interlocuteur"),
  erasedOn: field("Effacé le", day),
  sessions: field("Sessions fermées", count),
  events: field("Lignes du journal", count),
  template: field("Courriel", oneOf({ ...mailKinds, ...formerMailKinds })),
  subject: field("Objet"),
  greeting: field("Salutation"),
  intro: field("Introduction"),
  closing: field("Conclusion"),
  code: field("Code du serveur de courriel"),
  said: field("Réponse du serveur de courriel"),
  search: field("Recherche"),
  since: field("À partir du", day),
  until: field("Jusqu’au", day),
  year: field("Année"),
  format: field("Type de fichier"),
}

const formerFields: Readonly<Record<FormerDetailName, DetailField>> = {
  daysBefore: field("Jours d’avant", days),
}

/** How a detail is written; null for what is kept for the program, and for a name that nobody knows. */
export function fieldOf(name: string): DetailField | null {
  if (isFormer(name)) return formerFields[name]
  const known = isDetailName(name) ? detailFields[name] : unsaid
  return known === unsaid ? null : known
}

function isFormer(name: string): name is FormerDetailName {
  return Object.hasOwn(formerFields, name)
}

function isDetailName(name: string): name is DetailName {
  return Object.hasOwn(detailFields, name)
}
