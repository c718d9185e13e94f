export const HEARTBEAT_MS = 4_000
export const ABSENT_AFTER_SECONDS = 12
export const MAX_PLACES = 12
export const MAX_PLACE_LENGTH = 200
