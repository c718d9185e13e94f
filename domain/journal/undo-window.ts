/** Longer than the button stays, because hovering pauses it; mails are sent only afterwards. */
export const UNDO_ACCEPTED_SECONDS = 60

/** Contracts are made once the button is gone (D10). */
export const UNDO_OFFERED_SECONDS = 10

export function undoEndsAt(doneAt: Date): Date {
  return new Date(doneAt.getTime() + (UNDO_ACCEPTED_SECONDS + 1) * 1000)
}
