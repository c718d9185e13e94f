import type { UndoReference } from "../act.ts"
import type { Sentences } from "./sentences.ts"

export type CorrespondenceAct =
  | { action: "contact.answered"; details: { mail: string } }
  | { action: "contact.archived" | "contact.restored"; details?: Partial<UndoReference> }
  | { action: "newsletter.confirmed" | "newsletter.unsubscribed" }
  | { action: "mail.retried"; details: { template: string; mail: string } }
  | { action: "mail.tested" }
  | {
      action: "mail.sentences-saved"
      details: { template: string; version: number; before: Partial<Sentences>; after: Partial<Sentences> }
    }
  | { action: "mail.sentences-reset"; details: { template: string; before: Partial<Sentences> } }
  | { action: "mail.refused"; details: { template: string; code: number }; personal: { said: string } }

export const correspondenceSubjects = {
  "contact.answered": "contact-message",
  "contact.archived": "contact-message",
  "contact.restored": "contact-message",
  "newsletter.confirmed": "newsletter-subscription",
  "newsletter.unsubscribed": "newsletter-subscription",
  "mail.retried": "mail",
  "mail.refused": "mail",
  "mail.tested": "person",
  "mail.sentences-saved": "mail-template",
  "mail.sentences-reset": "mail-template",
} as const satisfies Record<CorrespondenceAct["action"], string>
