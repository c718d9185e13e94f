/** Rounded up, so that it never understates. */
export function waitLabel(seconds: number): string {
  const total = Math.max(1, Math.ceil(seconds))
  if (total < 60) return total === 1 ? "1 seconde" : `${total} secondes`
  const minutes = Math.ceil(total / 60)
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} heures`
  return minutes === 1 ? "1 minute" : `${minutes} minutes`
}

export function tooManyAttemptsText(retryAfterSeconds: number): string {
  return `Trop de tentatives. Réessayez dans ${waitLabel(retryAfterSeconds)}.`
}
