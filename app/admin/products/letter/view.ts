import type { LetterText } from "../../../../domain/correspondence/letter.ts"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import type { Flash } from "../../kit/flash.ts"

export type LetterView = {
  id: string
  name: string
  isVisible: boolean
  /** How many addresses have confirmed. */
  subscribers: number
  /** Mails leave at all. */
  leave: boolean
  begin: LetterText
  letter: SentLetter | null
  flash: Flash | null
}

export type SentLetter = LetterText & {
  /** Empty for somebody whose account is no more. */
  by: string
  ordered: string
  starts: string
  /** It can be stopped yet; its mails are being written; everybody has one. */
  stage: "waiting" | "leaving" | "spread"
  counts: { waiting: number; sent: number; failed: number; left: number }
}

export type LetterAnswer = EditRefusal & {
  /** The text is whole: shall it be sent? */
  asked?: boolean
  /** The letter was stopped in time, and its text is here again. */
  stopped?: boolean
  /** Where a trial is on its way to. */
  tried?: string
}
