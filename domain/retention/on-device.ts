// Apart from the other periods: every public page brings these two to the browser.

/** The answer to the question about cookies: 182 days are never more than six months (D23). */
export const cookieChoiceDays = 182
/** Photographs that were chosen for a condition report and could not be sent, on the device that took them. */
export const photosOnDeviceDays = 7
