import { type AsideReason, type Statement, asideReasons } from "../../../../domain/finance/bank-statement.ts"
import { counted } from "../../../../isomorphic/text/counted.ts"
import type { Flash } from "../../kit/flash.ts"

const reasons: Record<AsideReason, readonly [one: string, many: string]> = {
  "not-executed": ["non exécutée", "non exécutées"],
  "other-currency": ["dans une autre devise", "dans une autre devise"],
  undated: ["sans date", "sans date"],
  "no-amount": ["sans montant", "sans montant"],
  balance: ["de solde", "de solde"],
}

/** The file says nothing of these: they are read, and not wanted here. */
const UNWANTED = [
  "sans rapport (sortie d’argent, trop ancienne ou à venir)",
  "sans rapport (sorties d’argent, trop anciennes ou à venir)",
] as const

type Counts = { fresh: number; known: number } & Pick<Statement, "aside" | "asideFor">

/** What came of a file, in a word and in numbers. */
export function importedMessage({ fresh, known, aside, asideFor }: Counts): Flash {
  const left = asideReasons.map((reason) => [asideFor[reason] ?? 0, reasons[reason]] as const)
  const unwanted = aside - left.reduce((sum, [count]) => sum + count, 0)
  const counts = [...left, [unwanted, UNWANTED] as const].flatMap(([count, [one, many]]) =>
    count > 0 ? [counted(count, one, many, "")] : [],
  )
  const text = [
    ...(known > 0 ? [`${counted(known, "ligne déjà connue", "lignes déjà connues", "")}.`] : []),
    ...(counts.length > 0
      ? [`${counted(aside, "écriture laissée de côté", "écritures laissées de côté", "")}\u00a0: ${counts.join(", ")}.`]
      : []),
  ].join(" ")
  return {
    kind: "success",
    title:
      fresh === 0
        ? "Rien de nouveau dans ce relevé"
        : fresh === 1
          ? "Une nouvelle ligne à traiter"
          : `${fresh.toLocaleString("fr-FR")} nouvelles lignes à traiter`,
    ...(text === "" ? {} : { text }),
  }
}
