/** What retention erases, as the owner reads it. */
export const retained = {
  accounts: "Comptes sans activité",
  "contact-messages": "Messages du formulaire de contact",
  drafts: "Réservations commencées et non envoyées",
  "unsigned-contracts": "Contrats jamais signés",
  "signed-contracts": "Contrats signés",
  "condition-reports": "États des lieux, photographies et signatures",
  invoices: "Nom et adresse du client sur les factures et avoirs",
  insurance: "Attestations d’assurance",
  bookings: "Adresses et notes de réservations anciennes",
  exports: "Copies de données demandées par des clients",
  "rights-requests": "Demandes de droits",
  "transaction-ids": "Identifiants de transaction du prestataire de paiement",
  "bank-lines": "Lignes de relevés bancaires",
  outbox: "E-mails gardés faute de serveur d’envoi",
  mails: "E-mails qui ne concernent aucune réservation",
  newsletter: "Adresses de la lettre, jamais confirmées ou désinscrites",
  "page-views": "Nombres de vues des pages",
} as const satisfies Record<string, string>
export type Retained = keyof typeof retained
