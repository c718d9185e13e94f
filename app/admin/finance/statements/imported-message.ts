import type { Flash } from "../../kit/flash.ts"
import { counted } from "../../../../isomorphic/text/counted.ts"

/** Of what is left aside. */
const WHY = "(sortie d’argent, trop ancienne, à venir, ou en attente)"

/** What came of a file, in a word and in numbers. */
export function importedMessage({ fresh, known, aside }: { fresh: number; known: number; aside: number }): Flash {
  const text = [
    ...(known > 0 ? [counted(known, "ligne déjà connue", "lignes déjà connues", "")] : []),
    ...(aside > 0 ? [counted(aside, `écriture laissée de côté ${WHY}`, `écritures laissées de côté ${WHY}`, "")] : []),
  ].join(", ")
  return {
    kind: "success",
    title:
      fresh === 0
        ? "Rien de nouveau dans ce relevé"
        : fresh === 1
          ? "Une nouvelle ligne à traiter"
          : `${fresh.toLocaleString("fr-FR")} nouvelles lignes à traiter`,
    ...(text === "" ? {} : { text: `${text}.` }),
  }
}
