export const FEED_DAYS_BACK = 366
export const MAX_FEED_BOOKINGS = 2_000
