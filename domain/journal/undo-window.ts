/**
 * How long an undo is taken, in seconds. Its button is offered for 10, but the clock of the message stands still under
 * the pointer, and networks are slow. Mails of an act that can be undone leave after it.
 */
export const UNDO_TAKEN_FOR_SECONDS = 60
