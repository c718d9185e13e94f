import { defaultOpeningHours } from "../domain/content/business-facts.ts"
import type { FinanceSettings, SiteConfiguration, Testimonial } from "./company-types.ts"
import { defaultDeliveryRule } from "../domain/delivery/delivery.ts"
import { setupTime } from "./setup-time.ts"

/** Fictional: reserved telephone range, unresolvable domains, and a SIRET valid in form only. */
export const siteConfiguration: SiteConfiguration = {
  heroTitle: "Capturez vos moments magiques",
  heroDescription: "Location de photobooths premium pour vos événements",
  heroPicture: {
    file: "hero-guinguette.svg",
    alt: "Une guinguette au crépuscule : un photomaton en bois sous les guirlandes, des bandes de photos suspendues, un couple qui danse",
  },
  companyName: "Guinguette",
  companyLogo: null,
  companyIcon: "camera",
  companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
  companyPhone: "01 99 00 47 12",
  companyEmail: "bonjour@guinguette.example",
  companySiret: "12345678200002",
  companyRcs: "Créteil 123 456 782",
  googleBusinessId: "exemple-guinguette",
  instagramUrl: "https://instagram.example/guinguette",
  siteTitle: "Guinguette, location de photobooths en Île-de-France",
  siteDescription:
    "Photomaton en bois, borne à anneau, plateforme 360, miroir : voyez tout de suite si votre date est libre et ce que cela coûte, livraison comprise.",
  accentColor: null,
  hostingNotice:
    "Hébergement : Hébergeur Exemple SAS, 10 rue de l’Exemple, 59000 Lille, 03 53 01 12 34, hebergeur.example",
  ratingLabel: "4.9 sur Google",
  phoneHelp: "Assistance téléphonique 24/7",
  setupTime,
  opensAt: defaultOpeningHours.opens,
  closesAt: defaultOpeningHours.closes,
  accessibilityPercent: 85,
  accessibilityAuditedOn: "2026-11-21",
  accessibilityAuditedBy: "un auditeur imaginaire (exemple)",
  exampleClaims: ["ratingLabel", "phoneHelp", "setupTime", "accessibilityPercent"],
  legalForm: "SARL",
  shareCapital: "8 000 €",
  vatNumber: "FR11123456782",
  publicationDirector: "Camille Berthelot",
  mediatorName: "Médiation Exemple, 1 place de l’Exemple, 75001 Paris",
  mediatorUrl: "https://mediation.example",
  insurance:
    "Responsabilité civile professionnelle souscrite auprès d’Assurance Exemple, contrat nº 000 000 000, France",
}

export const financeSettings: FinanceSettings = {
  deliveryFeePerKm: defaultDeliveryRule.feePerKm,
  freeDeliveryThreshold: defaultDeliveryRule.freeThresholdKm,
  /** Round trip: 150 km each way (D46). */
  maximumDeliveryDistance: 300,
  warehouseStreet: "8 quai de la Marne",
  warehouseZipCode: "94340",
  warehouseCity: "Joinville-le-Pont",
  /** The town's centre, where offline geocoding places any address there. */
  warehouseLat: 48.8198,
  warehouseLng: 2.4708,
  vatMode: "included",
  vatRate: 2000,
  vatOnDebits: false,
  downPaymentPercent: 30,
  balanceDaysBefore: 7,
  cancellationTiers: [
    { daysBefore: 30, refundPercent: 100 },
    { daysBefore: 14, refundPercent: 50 },
    { daysBefore: 0, refundPercent: 0 },
  ],
  withdrawalDays: 14,
  pendingExpiryDays: 7,
  /** The sample IBAN of French manuals. */
  iban: "FR7630006000011234567890189",
}

/** Marked as examples, because passing off invented reviews as real is unlawful (D22). */
export const testimonials: readonly Testimonial[] = [
  {
    author: "Élodie et Martin",
    rating: 5,
    daysAgo: 24,
    text: "Ma grand-mère est entrée dans la cabine pour voir. Elle en est ressortie quarante minutes plus tard, avec six bandes et un chapeau melon. Le lendemain, tout était repris, rangé, balayé.",
    picture: { file: "temoin-1.svg", alt: "" },
    isExample: true,
  },
  {
    author: "Kofi, comité des fêtes",
    rating: 5,
    daysAgo: 58,
    text: "Le prix annoncé le premier soir est celui que nous avons payé, livraison comprise. L’installation a pris vingt minutes entre deux averses, et le papier n’a jamais manqué.",
    picture: { file: "temoin-2.svg", alt: "" },
    isExample: true,
  },
  {
    author: "Nour, fête d’équipe",
    rating: 5,
    daysAgo: 103,
    text: "La borne tient vraiment sur un coin de buffet. Chacun est parti avec sa photo dans le téléphone et une autre sur le réfrigérateur du bureau, où elles sont toujours.",
    picture: { file: "temoin-3.svg", alt: "" },
    isExample: true,
  },
]
