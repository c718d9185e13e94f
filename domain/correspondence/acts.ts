import type { Undoing } from "../act.ts"
import type { Sentences } from "./sentences.ts"

/** What becomes of visitors' messages, the newsletter and the mails. `mail` is the id of a mail, `template` its kind. */
export type CorrespondenceAct =
  | { action: "contact.answered"; details: { mail: string } }
  | { action: "contact.archived" | "contact.restored"; details?: Partial<Undoing> }
  | { action: "newsletter.confirmed" | "newsletter.unsubscribed" }
  /** Sent again after it failed; the new mail's id. */
  | { action: "mail.retried"; details: { template: string; mail: string } }
  /** The owner's own words of a kind of mail: only those that changed. */
  | {
      action: "mail.sentences-saved"
      details: { template: string; version: number; before: Partial<Sentences>; after: Partial<Sentences> }
    }
  | { action: "mail.sentences-reset"; details: { template: string; before: Partial<Sentences> } }
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
  "mail.sentences-saved": "mail-template",
  "mail.sentences-reset": "mail-template",
} as const satisfies Record<CorrespondenceAct["action"], string>
