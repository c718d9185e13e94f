import type { Undoing } from "../journal/act.ts"

/** What becomes of visitors' messages, the newsletter and the mails. `mail` is the id of a mail, `template` its kind. */
export type CorrespondenceAct =
  | { action: "contact.answered"; details: { mail: string } }
  | { action: "contact.archived" | "contact.restored"; details?: Partial<Undoing> }
  | { action: "newsletter.confirmed" | "newsletter.unsubscribed" }
  /** Sent again after it failed; the new mail's id. */
  | { action: "mail.retried"; details: { template: string; mail: string } }
  /** The mail server's code, and its words: they often hold the address. */
  | { action: "mail.refused"; details: { template: string; code: number }; personal: { said: string } }

/** What each of them is done to. */
export const correspondenceSubjects = {
  "contact.answered": "contact-message",
  "contact.archived": "contact-message",
  "contact.restored": "contact-message",
  "newsletter.confirmed": "newsletter-subscription",
  "newsletter.unsubscribed": "newsletter-subscription",
  "mail.retried": "mail",
  "mail.refused": "mail",
} as const satisfies Record<CorrespondenceAct["action"], string>
