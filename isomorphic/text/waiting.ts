/** How long to wait, for a sentence: "12 secondes", "1 minute", "3 minutes", "5 heures". Rounded up, so that it never tells too little. */
export function waitInLabel(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return whole === 1 ? "1 seconde" : `${whole} secondes`
  const minutes = Math.ceil(whole / 60)
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} heures`
  return minutes === 1 ? "1 minute" : `${minutes} minutes`
}

/** What a person reads when they have tried too often. */
export function tooManyAttemptsText(retryAfterSeconds: number): string {
  return `Trop de tentatives. Réessayez dans ${waitInLabel(retryAfterSeconds)}.`
}
