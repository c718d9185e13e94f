/** A calendar remembers a year, and nobody looks further back in it. */
export const FEED_DAYS_BACK = 366
/** Beyond, the oldest are left out: an hour's reading by each of a few calendars must stay small. */
export const MAX_FEED_BOOKINGS = 2_000
