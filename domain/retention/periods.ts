/**
 * How long each kind of data is kept (D31, D52): the one place from which the jobs erase and the legal texts promise. A
 * period that changes here changes both; the texts that were accepted keep what they said.
 */
export const periods = {
  /** After the last activity. */
  accountYears: 3,
  /** So long before, whoever has an account is told. */
  accountNoticeDays: 30,
  /** Bookings, signed contracts, their evidence (article L213-1). */
  orderYears: 10,
  /** After the last exchange. */
  contactYears: 3,
  /** An address that was typed for an order that was never sent. */
  draftDays: 30,
  /** A contract that nobody signed, and who looked at it. */
  unsignedContractMonths: 12,
  /** Mails in the outbox folder of a shop without a mail server. */
  outboxDays: 30,
  /** A copy of somebody's data that they asked for. */
  exportDays: 7,
  /** A request about one's rights, after its answer. */
  rightsYears: 5,
  /** A certificate of insurance, after the rental's last day: by then what comes back has been looked at. */
  insuranceDays: 7,
  /** What a payment provider calls a payment or a refund: so long a card can be disputed. */
  transactionMonths: 13,
  /** A mail that concerns no booking, once it has gone. One about a booking stays with it. */
  sentMailDays: 7,
  /** A mail that concerns no booking and that nobody could deliver: so long its owner may send it again. */
  undeliveredMailMonths: 3,
} as const

/** What retention erases, as the owner reads it. */
export const retained = {
  accounts: "Comptes sans activité",
  "contact-messages": "Messages du formulaire de contact",
  drafts: "Réservations commencées et non envoyées",
  "unsigned-contracts": "Contrats jamais signés",
  "signed-contracts": "Contrats signés",
  "condition-reports": "États des lieux, photographies et signatures",
  insurance: "Attestations d’assurance",
  bookings: "Adresses et notes de réservations anciennes",
  exports: "Copies de données demandées par des clients",
  "rights-requests": "Demandes de droits",
  "transaction-ids": "Identifiants de transaction du prestataire de paiement",
  outbox: "Courriels gardés faute de serveur d’envoi",
} as const satisfies Record<string, string>
export type Retained = keyof typeof retained
