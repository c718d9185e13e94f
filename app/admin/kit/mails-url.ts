import { mailStates } from "../../../domain/content/mail-state.ts"
import { type ListShape, type ListUrl, listHref } from "./list-url.ts"

/** What each kind of mail is called here, by the name of its template. */
export const mailKinds = {
  "contact-message": "Message d’un visiteur",
  "contact-answer": "Réponse à un message",
  "newsletter-confirmation": "Inscription à confirmer",
  "newsletter-welcome": "Inscription confirmée",
  "booking-message": "Réservation modifiée",
  "email-verification": "Adresse à confirmer",
  "password-link": "Mot de passe à choisir",
} as const satisfies Record<string, string>

type Sort = "date" | "destinataire"
export type MailsUrl = ListUrl<Sort>

/** `?etat=failed&sorte=contact-answer&q=…&tri=destinataire&page=2&courriel=…`: all of them, the latest first, when the address says nothing. */
export const mailsList: ListShape<Sort> = {
  path: "/admin/mails",
  sorts: ["date", "destinataire"],
  usual: "-date",
  filters: { etat: mailStates, sorte: Object.keys(mailKinds), courriel: null },
}

/** The list with another state or page of it, or a mail open. */
export function mailsHref(
  url: MailsUrl,
  { etat = url.filters["etat"] ?? "", page = 1, mail = "" }: { etat?: string; page?: number; mail?: string },
): string {
  return listHref(mailsList, url, { filters: { etat, sorte: url.filters["sorte"] ?? "", courriel: mail }, page })
}
