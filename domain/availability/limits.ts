export const MAX_RENTAL_DAYS = 60

export const DEFAULT_HORIZON_DAYS = 730
