/** "12:05": minutes and seconds until the end of a cart; never below zero. */
export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
}

const announced = [10, 2, 1] as const

/**
 * What is read out while the time runs, in few words and rarely: from ten minutes on, at ten, two and one; at five the
 * page offers to keep the days longer, and says so itself.
 * The same words all the time between two of these marks, so that nothing is said twice. Empty before ten minutes.
 */
export function timeLeftAnnouncement(seconds: number): string {
  if (seconds <= 0) return "Le temps est écoulé."
  const mark = announced.findLast((minutes) => seconds <= minutes * 60)
  if (mark === undefined) return ""
  return mark === 1 ? "Il reste moins d’une minute." : `Il reste moins de ${mark} minutes.`
}
