export const EVENT_START_INTENT = "debut"
export const EVENT_START_FIELD = "heure"
