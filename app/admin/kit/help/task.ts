export const helpThemes = [
  "Réservations",
  "Contrat et argent",
  "Le jour de la location",
  "Calendrier",
  "Catalogue et site",
  "La maison",
] as const

/** Texts in « » are labels: a test looks for each in the files of `labelSources`. */
export type HelpTask = {
  id: string
  theme: (typeof helpThemes)[number]
  title: string
  words: readonly string[]
  /** URL prefixes. */
  screens: readonly string[]
  start: { to: string; label: string }
  steps: readonly string[]
  /** Alternative text; null for a task without a screen. */
  pictureAlt: string | null
  /** Relative to app/admin. */
  labelSources: readonly string[]
}

export const startAt = ({ to, title }: { to: string; title: string }) => ({ to, label: title })
