/** An open page says so as often. */
export const HERE_EVERY_MS = 4_000
/** Who has said nothing for so long has gone without a word. */
export const GONE_AFTER_SECONDS = 12
/** What one page shows to be changed: a booking, a form or a few. */
export const MAX_PLACES = 12
export const MAX_PLACE_LENGTH = 200
