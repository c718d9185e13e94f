export type LetterText = { subject: string; body: string }

export const MAX_LETTER_SUBJECT = 120
export const MAX_LETTER_BODY = 2000

/** Minutes during which a letter can be stopped. */
export const LETTER_DELAY_MINUTES = 2
