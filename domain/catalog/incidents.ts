export const MAX_INCIDENT_PHOTOS = 8
export const MAX_INCIDENT_WORDS = 1000
export const INCIDENT_PHOTO_FIELD = "photo-"
