// Every public page ships these two, hence the own file.

/** At most six months (D23). */
export const cookieChoiceDays = 182
export const photosOnDeviceDays = 7
