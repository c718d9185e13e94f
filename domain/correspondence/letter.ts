/** What the owner types in a letter to the newsletter's subscribers: a line, and paragraphs between empty lines. */
export type LetterText = { subject: string; body: string }

/** In characters. */
export const MAX_LETTER_SUBJECT = 120
export const MAX_LETTER_BODY = 2000

/** In minutes, from the order: until then a letter can be stopped, and nobody has been written to. */
export const LETTER_WAITS_MINUTES = 2
