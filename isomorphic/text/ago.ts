const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NO_BREAK_SPACE = "\u00a0"

/** How long ago, in the unit that an owner counts waiting in: minutes, hours up to two days, then days. */
export function agoWords(at: Date, now: Date): string {
  const elapsed = now.getTime() - at.getTime()
  if (elapsed < MINUTE) return "à l’instant"
  const [count, unit] =
    elapsed < HOUR
      ? [elapsed / MINUTE, "min"]
      : elapsed < 48 * HOUR
        ? [elapsed / HOUR, "h"]
        : [elapsed / (24 * HOUR), "jours"]
  return `il y a ${Math.floor(count)}${NO_BREAK_SPACE}${unit}`
}
