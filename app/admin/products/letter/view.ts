import type { LetterText } from "../../../../domain/correspondence/letter.ts"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import type { Flash } from "../../kit/flash.ts"

export type LetterView = {
  id: string
  name: string
  isVisible: boolean
  /** Confirmed addresses only. */
  subscribers: number
  canMail: boolean
  initialText: LetterText
  letter: SentLetter | null
  flash: Flash | null
}

export type SentLetter = LetterText & {
  /** Empty when the account was erased. */
  by: string
  orderedLabel: string
  startsLabel: string
  /** waiting: can still be stopped; leaving: mails are being queued; spread: all are queued. */
  stage: "waiting" | "leaving" | "spread"
  counts: { waiting: number; sent: number; failed: number; left: number }
}

export type LetterAnswer = EditRefusal & {
  needsConfirmation?: boolean
  /** The letter was stopped in time; its text is back in the form. */
  isStopped?: boolean
  trialRecipient?: string
}
