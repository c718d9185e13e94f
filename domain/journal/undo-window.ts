/**
 * How long an undo is taken, in seconds. Its button is offered for 10, but the clock of the message stands still under
 * the pointer, and networks are slow. Mails of an act that can be undone leave after it.
 */
export const UNDO_TAKEN_FOR_SECONDS = 60

/**
 * The same where what follows cannot be taken back: the contract of a confirmation is made once its button is gone (D10).
 */
export const UNDO_OFFERED_FOR_SECONDS = 10

/** The first moment at which what was done then can be undone no more: from then on it may be told. */
export function afterUndoing(doneAt: Date): Date {
  return new Date(doneAt.getTime() + (UNDO_TAKEN_FOR_SECONDS + 1) * 1000)
}
