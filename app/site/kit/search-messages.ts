import type { EventSearch } from "../../../domain/catalog/event-search.ts"

export function postcodeMessage({ postcodeProblem, typed }: EventSearch): string {
  return postcodeProblem === "unknown"
    ? `Aucune commune n’a le code postal ${typed.postcode}. Vérifiez-le.`
    : "Un code postal compte 5 chiffres, par exemple 94130."
}

export function townsLabel(count: number): string {
  return `Choisir parmi ${count}`
}

/** A date field cannot display an invalid date, so the message repeats it. */
export function dateMessage({ dateProblem, typed }: EventSearch): string | null {
  switch (dateProblem) {
    case null:
      return null
    case "missing":
      return "Indiquez la date de votre événement."
    case "past":
      return "Cette date est passée. Choisissez une date à venir."
    case "unreadable":
      return `«\u00a0${typed.date}\u00a0» n’est pas une date du calendrier. Choisissez un jour à venir.`
  }
}
