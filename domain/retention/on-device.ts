// Separate, because every public page ships these two.

/** At most six months (D23). */
export const cookieChoiceDays = 182
export const photosOnDeviceDays = 7
