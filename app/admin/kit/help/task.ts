export const helpThemes = [
  "Réservations",
  "Contrat et argent",
  "Le jour de la location",
  "Calendrier",
  "Catalogue et site",
  "La maison",
] as const

/**
 * What an administrator does here, for somebody who has never done it: an owner, or who helps them. What stands in « » is a label as the screen shows it:
 * a test looks for each in the code that `shownBy` names.
 */
export type HelpTask = {
  id: string
  theme: (typeof helpThemes)[number]
  title: string
  /** What else it is looked for by. */
  words: readonly string[]
  /** The addresses of the screens concerned, as prefixes. */
  screens: readonly string[]
  /** Where one begins. */
  start: { to: string; label: string }
  steps: readonly string[]
  /** What its picture shows, for who does not see it; null where nothing is done on a screen. */
  picture: string | null
  /** Folders or files, from app/admin. */
  shownBy: readonly string[]
}

/** A screen as the place where a task begins. */
export const begin = ({ to, title }: { to: string; title: string }) => ({ to, label: title })
