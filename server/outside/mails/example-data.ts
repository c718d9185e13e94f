import { noHours } from "../../../domain/booking/hours.ts"
import type { BookingFacts } from "../../platform/mail/booking-mail-kinds.ts"
import type { MailName, Mails, QuoteFacts } from "../../platform/mail/mails.ts"

const EXAMPLE_TOKEN = "0".repeat(36)

const booking: BookingFacts = {
  id: "00000000-0000-4000-8000-000000001042",
  number: 1042,
  status: "pending",
  product: "Photobooth Lampion",
  days: ["2027-06-12", "2027-06-13"],
  lines: [
    { kind: "product", label: "Photobooth Lampion", unitPrice: 15_000, quantity: 1, days: 2, amount: 30_000 },
    { kind: "option", label: "Fond végétal", unitPrice: 2500, quantity: 1, days: 2, amount: 5000 },
    { kind: "photo-pack", label: "Pack photo", unitPrice: 700, quantity: 2, days: 2, amount: 2800 },
    { kind: "delivery", label: "Livraison", unitPrice: 2400, quantity: 1, days: 1, amount: 2400 },
  ],
  total: 40_200,
  securityDeposit: 50_000,
  isDelivery: true,
  address: { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "Code 12B" },
  distanceToConfirm: false,
  placedByOwner: false,
  hours: noHours,
  requestedAt: "2027-05-03T08:12:00.000Z",
  answerDueAt: "2027-05-04T08:12:00.000Z",
  expiresAt: "2027-05-10T08:12:00.000Z",
  client: {
    name: "Camille Exemple",
    email: "camille@exemple.example",
    phone: "0612345678",
    isVerified: true,
    isConsumer: true,
    isExample: true,
  },
}

/** Shares the first booking's delivery. */
const secondBooking: BookingFacts = {
  ...booking,
  id: "00000000-0000-4000-8000-000000001043",
  number: 1043,
  product: "Jeux en bois",
  lines: [
    { kind: "product", label: "Jeux en bois", unitPrice: 9000, quantity: 1, days: 2, amount: 18_000 },
    {
      kind: "delivery",
      label: "Livraison",
      unitPrice: 0,
      quantity: 1,
      days: 1,
      amount: 0,
      shared: { counted: false, with: ["Photobooth Lampion"] },
    },
  ],
  total: 18_000,
  securityDeposit: 0,
}

const contract = { signingUrl: `https://exemple.example/signer/${EXAMPLE_TOKEN}`, signBy: "2027-05-06T16:00:00.000Z" }
const payments = [
  { kind: "down-payment", amount: 12_060, dueOn: null },
  { kind: "balance", amount: 28_140, dueOn: "2027-06-05" },
] as const
const document = {
  bucket: "documents",
  path: "exemple.pdf",
  fileName: "contrat-1042.pdf",
  contentType: "application/pdf",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}
const signed = {
  signedAt: "2027-05-05T19:24:00.000Z",
  document,
  payments,
  payUrl: `https://exemple.example/payer/${EXAMPLE_TOKEN}`,
}
const paymentRequest = {
  payUrl: `https://exemple.example/payer/${EXAMPLE_TOKEN}`,
  amount: 28_140,
  dueOn: "2027-06-05",
  transfer: { iban: "FR7630006000011234567890189", bic: "AGRIFRPP", reference: "GU34YDF" },
} as const
const settlement = { kept: 12_060, refunded: 28_140, indemnity: 0 }

const quote: QuoteFacts = {
  number: "D-2027-0014",
  product: booking.product,
  days: booking.days,
  lines: booking.lines,
  total: booking.total,
  isDelivery: booking.isDelivery,
  hours: noHours,
  extras: [{ id: "animateur", label: "Animateur, 4\u00a0h", amount: 18_000 }],
  validUntil: "2027-05-31T22:00:00.000Z",
  keepUntil: "2027-05-14",
  message: "Bonjour Camille, voici notre proposition pour votre fête.",
}
const quoteUrl = `https://exemple.example/devis/${EXAMPLE_TOKEN}`

const addressChange = {
  name: "Camille Exemple",
  newEmail: "camille.nouvelle@exemple.example",
  token: EXAMPLE_TOKEN,
}

const exampleShift = {
  name: "Camille Exemple",
  shift: "delivery",
  times: "samedi 12 juin, 14\u00a0h à 16\u00a0h",
  products: "Photomaton bois",
  town: "77680 Roissy-en-Brie",
} as const

export const exampleData: { readonly [Name in MailName]: Mails[Name] } = {
  "contact-message": {
    name: "Camille Exemple",
    email: "camille@exemple.example",
    phone: "0612345678",
    message: "Bonjour,\n\nLouez-vous aussi des tables\u00a0?",
  },
  "shown-price": {
    token: EXAMPLE_TOKEN,
    products: "Photomaton bois",
    facts: [
      ["Quand", "samedi 12 juin 2027"],
      ["Où", "77300 Fontainebleau"],
    ],
    lines: [
      ["Photomaton bois", "250 €"],
      ["Livraison", "194 €"],
    ],
    total: "444 €",
    honouredUntil: "2027-05-08",
  },
  "contact-answer": {
    name: "Camille Exemple",
    question: "Louez-vous aussi des tables\u00a0?",
    answer: "Pas encore, mais cela viendra.",
  },
  "booking-message": {
    number: 1042,
    subject: "Votre réservation n°\u00a01042",
    text: "Bonjour Camille,\n\nNous passerons plutôt à 10 heures.",
  },
  "newsletter-confirmation": { token: EXAMPLE_TOKEN },
  "newsletter-welcome": { token: EXAMPLE_TOKEN },
  "product-letter": {
    token: EXAMPLE_TOKEN,
    subject: "Nouveau\u00a0: Photobooth Lampion",
    body: "Bonjour,\n\nPhotobooth Lampion arrive à notre catalogue.",
    product: {
      id: "00000000-0000-4000-8000-000000000001",
      name: "Photobooth Lampion",
      price: "150\u00a0€ par jour",
      features: ["Impression en 10 secondes", "Éclairage chaud"],
    },
  },
  "email-verification": { token: EXAMPLE_TOKEN },
  "sign-in-link": { name: "Camille Exemple", token: EXAMPLE_TOKEN },
  "password-forgotten": { name: "Camille Exemple", token: EXAMPLE_TOKEN },
  "password-invitation": { name: "Camille Exemple", token: EXAMPLE_TOKEN },
  "password-offered": { name: "Camille Exemple", token: EXAMPLE_TOKEN },
  "shift-offered": { ...exampleShift, token: EXAMPLE_TOKEN },
  "shift-withdrawn": exampleShift,
  "staff-invitation": { name: "Camille Exemple", token: EXAMPLE_TOKEN, role: "Équipe" },
  "signing-code": { name: "Camille Exemple", number: 1042, token: "428105" },
  "withdrawal-code": { name: "Camille Exemple", number: 1042, token: "428105" },
  "cancellation-code": { name: "Camille Exemple", number: 1042, token: "428105" },
  "email-change-old": addressChange,
  "email-change-new": addressChange,
  "rights-received": {
    name: "Camille Exemple",
    number: 12,
    right: "Rectification",
    message: "Mon nom s’écrit avec deux m.",
    dueOn: "2027-06-03",
  },
  "rights-received-owner": {
    name: "Camille Exemple",
    number: 12,
    right: "Rectification",
    message: "Mon nom s’écrit avec deux m.",
    dueOn: "2027-06-03",
  },
  "rights-answered": { name: "Camille Exemple", number: 12, right: "Rectification", answer: "C’est corrigé." },
  "rights-extended": {
    name: "Camille Exemple",
    number: 12,
    right: "Accès à mes données",
    reason: "Vos échanges remontent à dix ans.",
    dueOn: "2027-08-03",
  },
  "account-shared": {
    name: "Camille Exemple",
    side: "person",
    turn: "granted",
    other: "Dominique Exemple",
    rights: "voir et réserver",
  },
  "booked-for-another": {
    name: "Dominique Exemple",
    side: "owner",
    other: "Camille Exemple",
    number: 1042,
    product: "Photobooth Miroir",
  },
  "acted-for-another": {
    name: "Dominique Exemple",
    side: "owner",
    other: "Camille Exemple",
    number: 1042,
    product: "Photobooth Miroir",
    turn: "dates-asked",
    days: ["2027-06-19", "2027-06-20"],
  },
  "account-deleted": { name: "Camille Exemple", keptYears: 10, bookings: 3 },
  "email-changed": { name: "Camille Exemple", newEmail: "camille.nouvelle@exemple.example" },
  "access-added": { name: "Camille Exemple", access: "account-calendar", called: "Mon téléphone" },
  "dormant-notice": { name: "Camille Exemple", erasedOn: "2027-09-01" },
  "quote-sent": { name: "Camille Exemple", quote, quoteUrl },
  "quote-changed": {
    name: "Camille Exemple",
    quote,
    quoteUrl,
    differences: [{ label: "Dates", before: "samedi 5 juin 2027", after: "samedi 12 et dimanche 13 juin 2027" }],
  },
  "quote-reminder": { name: "Camille Exemple", quote, quoteUrl },
  "quote-expired": { name: "Camille Exemple", quote },
  "quote-answered-owner": {
    number: "D-2027-0014",
    name: "Camille Exemple",
    email: "camille@exemple.example",
    answer: { kind: "change-requested", words: "Peut-on ajouter le miroir\u00a0?" },
  },
  "booking-requested": { booking, extra: { payments } },
  "booking-requested-owner": { booking, extra: {} },
  "booking-instant-owner": { booking: { ...booking, status: "confirmed" }, extra: {} },
  "cart-requested": { booking, extra: { bookings: [booking, secondBooking] } },
  "cart-requested-owner": { booking, extra: { bookings: [booking, secondBooking] } },
  "booking-confirmed": { booking, extra: { ...contract, payments } },
  "booking-refused": { booking, extra: { reason: "Le photobooth est en révision ce week-end-là." } },
  "contract-reminder": { booking, extra: contract },
  "fresh-link": { booking, extra: { linkUrl: contract.signingUrl } },
  "unsigned-cancelled": { booking, extra: { signBy: contract.signBy } },
  "unsigned-cancelled-owner": { booking, extra: { signBy: contract.signBy } },
  "contract-signed": { booking, extra: signed },
  "contract-signed-owner": { booking, extra: signed },
  invoice: {
    booking,
    extra: {
      number: "F-2027-0042",
      kind: "final",
      total: 40_200,
      amount: 28_140,
      document: { ...document, fileName: "facture-F-2027-0042.pdf" },
    },
  },
  "booking-changed": {
    booking,
    extra: {
      changes: [{ label: "Dates", before: "samedi 5 juin 2027", after: "du 12 au 13 juin 2027" }],
      totalBefore: 22_600,
      contract,
      letter: null,
    },
  },
  "booking-cancelled": { booking, extra: { by: "customer", reason: null, settlement } },
  "booking-cancelled-owner": { booking, extra: { by: "customer", reason: "La fête est reportée.", settlement } },
  "withdrawal-received": {
    booking,
    extra: {
      receivedAt: "2027-05-09T21:05:00.000Z",
      declaration: "Je renonce au contrat de location n°\u00a01042.",
      refunded: 12_060,
      addressProved: false,
    },
  },
  "withdrawal-received-owner": {
    booking,
    extra: {
      receivedAt: "2027-05-09T21:05:00.000Z",
      declaration: "Je renonce au contrat de location n°\u00a01042.",
      refunded: 12_060,
      addressProved: false,
    },
  },
  "date-change-asked": { booking, extra: { days: ["2027-06-19", "2027-06-20"], message: "La salle a changé." } },
  "date-change-asked-owner": { booking, extra: { days: ["2027-06-19", "2027-06-20"], message: "La salle a changé." } },
  "date-change-accepted": { booking, extra: { daysBefore: ["2027-06-05", "2027-06-06"], contract } },
  "date-change-refused": {
    booking,
    extra: { days: ["2027-06-19", "2027-06-20"], reason: "Il est déjà loué ce week-end-là." },
  },
  "day-before": {
    booking,
    extra: {
      hours: "entre 9\u00a0h et 10\u00a0h",
      prepare: ["Une prise électrique à moins de 5 mètres", "Un espace plat de 2 mètres sur 2"],
    },
  },
  "on-the-way": { booking, extra: { leg: "out", arrivesAt: "2027-06-12T14:40:00.000Z" } },
  "booking-thanks": { booking, extra: { reviewUrl: "https://exemple.example/avis" } },
  "booking-expired": { booking, extra: { expiredAt: "2027-05-10T08:12:00.000Z" } },
  "booking-expired-owner": { booking, extra: { expiredAt: "2027-05-10T08:12:00.000Z" } },
  "payment-asked": { booking, extra: { ...paymentRequest, amount: 12_060, dueOn: null } },
  "balance-due": { booking, extra: paymentRequest },
  "payment-late": { booking, extra: paymentRequest },
  "payment-received": { booking, extra: { amount: 12_060, means: "card", left: 28_140 } },
  "payment-failed": { booking, extra: { amount: 12_060, payUrl: paymentRequest.payUrl } },
  "payment-refunded": { booking, extra: { amount: 12_060, means: "card" } },
  "deposit-asked": {
    booking,
    extra: {
      depositUrl: `https://exemple.example/caution/${EXAMPLE_TOKEN}`,
      amount: 50_000,
      why: "no-card",
      holdOn: "2027-06-10",
    },
  },
  "insurance-asked": {
    booking,
    extra: {
      insuranceUrl: `https://exemple.example/attestation/${EXAMPLE_TOKEN}`,
      again: false,
      firstDay: "2027-06-12",
    },
  },
  "deposit-opened": { booking, extra: { amount: 50_000, card: "Visa 4242", releaseBy: "2027-06-20" } },
  "deposit-announced": {
    booking,
    extra: {
      depositUrl: `https://exemple.example/caution/${EXAMPLE_TOKEN}`,
      amount: 8000,
      of: 50_000,
      reason: "Une vitre est fêlée\u00a0; devis du 15 juin.",
      reportedAt: "2027-06-13T09:30:00.000Z",
    },
  },
  "deposit-released": { booking, extra: { amount: 50_000, means: "card" } },
  "deposit-kept": {
    booking,
    extra: { amount: 8000, of: 50_000, reason: "Une vitre est fêlée\u00a0; devis du 15 juin.", means: "card" },
  },
  "request-waiting-owner": { booking, extra: { since: "2027-05-03T08:12:00.000Z" } },
  "payment-disputed-owner": {
    booking,
    extra: {
      amount: 12_300,
      ofDeposit: false,
      reason: "product_not_received",
      answerBy: "2027-06-24T22:59:59.000Z",
    },
  },
}
