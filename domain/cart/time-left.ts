export function formatTimeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
}

const announcedMinutes = [10, 2, 1] as const

/** Changes only at these marks, so that screen readers announce rarely. */
export function timeLeftAnnouncement(seconds: number): string {
  if (seconds <= 0) return "Le temps est écoulé."
  const mark = announcedMinutes.findLast((minutes) => seconds <= minutes * 60)
  if (mark === undefined) return ""
  return mark === 1 ? "Il reste moins d’une minute." : `Il reste moins de ${mark} minutes.`
}
