const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function remainingText(milliseconds: number): string {
  if (milliseconds <= 0) return "Le délai est passé"
  if (milliseconds >= 3 * DAY) return `Il reste ${Math.floor(milliseconds / DAY)}\u00a0jours`
  const [hours, minutes] = [Math.floor(milliseconds / HOUR), Math.floor((milliseconds % HOUR) / MINUTE)]
  if (hours > 0) return `Il reste ${hours}\u00a0h\u00a0${String(minutes).padStart(2, "0")}\u00a0min`
  return minutes > 0 ? `Il reste ${minutes}\u00a0min` : "Il reste moins d’une minute"
}
