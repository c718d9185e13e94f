import { mailTabs } from "../../../domain/content/mail-state.ts"
import { href } from "react-router"
import { type ListShape, type ListUrl, listHref } from "./list-url.ts"

/** Labels by template name. */
export const mailKinds = {
  "contact-message": "Message d’un visiteur",
  "contact-answer": "Réponse à un message",
  "shown-price": "Prix envoyé à un visiteur",
  "newsletter-confirmation": "Inscription à confirmer",
  "newsletter-welcome": "Inscription confirmée",
  "product-letter": "Lettre sur un nouveau produit",
  "booking-message": "Message sur une réservation",
  "email-verification": "Adresse à confirmer",
  "email-change-old": "Changement d’adresse, à l’ancienne",
  "email-change-new": "Changement d’adresse, à la nouvelle",
  "email-changed": "Adresse changée",
  "access-added": "Accès ajouté au compte",
  "account-shared": "Compte partagé",
  "booked-for-another": "Demande au nom d’un autre",
  "acted-for-another": "Demande changée au nom d’un autre",
  "account-deleted": "Compte supprimé",
  "rights-received": "Demande de droits reçue",
  "rights-received-owner": "Demande de droits reçue, pour vous",
  "rights-answered": "Réponse à une demande de droits",
  "rights-extended": "Demande de droits prolongée",
  "sign-in-link": "Lien de connexion",
  "password-forgotten": "Mot de passe oublié",
  "password-invitation": "Invitation à choisir un mot de passe",
  "password-offered": "Lien de mot de passe que vous envoyez",
  "shift-offered": "Mission proposée",
  "shift-withdrawn": "Mission annulée",
  "staff-invitation": "Invitation dans l’équipe",
  "booking-requested": "Demande reçue",
  "booking-requested-owner": "Demande reçue, pour vous",
  "booking-instant-owner": "Réservation confirmée immédiatement, pour vous",
  "cart-requested": "Demande de plusieurs locations",
  "cart-requested-owner": "Demande de plusieurs locations, pour vous",
  "booking-confirmed": "Contrat à signer",
  "booking-refused": "Demande refusée",
  "contract-reminder": "Rappel du contrat",
  "fresh-link": "Nouveau lien de la réservation",
  "unsigned-cancelled": "Contrat non signé",
  "unsigned-cancelled-owner": "Contrat non signé, pour vous",
  invoice: "Facture ou avoir",
  "contract-signed": "Contrat signé",
  "contract-signed-owner": "Contrat signé, pour vous",
  "booking-changed": "Ce qui a changé",
  "booking-cancelled": "Réservation annulée",
  "booking-cancelled-owner": "Réservation annulée, pour vous",
  "withdrawal-received": "Rétractation reçue",
  "withdrawal-received-owner": "Rétractation reçue, pour vous",
  "date-change-asked": "Autres dates demandées",
  "date-change-asked-owner": "Autres dates demandées, pour vous",
  "date-change-accepted": "Nouvelles dates acceptées",
  "date-change-refused": "Nouvelles dates refusées",
  "day-before": "La veille",
  "on-the-way": "Nous arrivons",
  "booking-thanks": "Merci et avis",
  "booking-expired": "Demande sans réponse",
  "booking-expired-owner": "Demande sans réponse, pour vous",
  "payment-asked": "Paiement demandé",
  "balance-due": "Solde à payer",
  "payment-late": "Paiement en retard",
  "payment-received": "Paiement reçu",
  "payment-failed": "Paiement refusé",
  "payment-refunded": "Remboursement parti",
  "deposit-asked": "Carte demandée pour la caution",
  "insurance-asked": "Attestation d’assurance demandée",
  "deposit-opened": "Caution enregistrée",
  "deposit-announced": "Retenue sur la caution annoncée",
  "deposit-released": "Caution levée",
  "deposit-kept": "Retenue sur la caution",
  "request-waiting-owner": "Demande qui attend, pour vous",
  "payment-disputed-owner": "Paiement contesté, pour vous",
  "dormant-notice": "Compte bientôt effacé",
  "quote-sent": "Devis",
  "quote-changed": "Nouvelle version d’un devis",
  "quote-reminder": "Rappel d’un devis",
  "quote-expired": "Devis expiré",
  "quote-answered-owner": "Réponse à un devis, pour vous",
  "signing-code": "Code pour signer",
  "withdrawal-code": "Code pour se rétracter",
  "cancellation-code": "Code pour annuler",
} as const satisfies Record<string, string>

export type MailKind = keyof typeof mailKinds

export function isMailKind(name: string): name is MailKind {
  return Object.hasOwn(mailKinds, name)
}

type Sort = "date" | "destinataire"
export type MailsUrl = ListUrl<Sort>

/** `?etat=failed&sorte=contact-answer&q=…&tri=destinataire&page=2&courriel=…` */
export const mailsList: ListShape<Sort> = {
  path: href("/admin/mails"),
  sorts: ["date", "destinataire"],
  defaultOrder: "-date",
  filters: { etat: mailTabs, sorte: Object.keys(mailKinds), courriel: null },
}

export function mailsHref(
  url: MailsUrl,
  { etat = url.filters["etat"] ?? "", page = 1, mail = "" }: { etat?: string; page?: number; mail?: string },
): string {
  return listHref(mailsList, url, { filters: { etat, sorte: url.filters["sorte"] ?? "", courriel: mail }, page })
}
