import { type SkipReason, type Statement, skipReasons } from "../../../../domain/finance/bank-statement.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import type { Flash } from "../../kit/flash.ts"

const reasons: Record<SkipReason, readonly [one: string, many: string]> = {
  "not-executed": ["non exécutée", "non exécutées"],
  "other-currency": ["dans une autre devise", "dans une autre devise"],
  undated: ["sans date", "sans date"],
  "no-amount": ["sans montant", "sans montant"],
  balance: ["de solde", "de solde"],
}

/** Entries that the import skips without a recorded reason. */
const IRRELEVANT = [
  "sans rapport (sortie d’argent, trop ancienne ou à venir)",
  "sans rapport (sorties d’argent, trop anciennes ou à venir)",
] as const

type Counts = { fresh: number; known: number; aside: number } & Pick<Statement, "skippedByReason">

export function importedMessage({ fresh, known: existingCount, aside, skippedByReason }: Counts): Flash {
  const countsByReason = skipReasons.map((reason) => [skippedByReason[reason] ?? 0, reasons[reason]] as const)
  const irrelevantCount = aside - countsByReason.reduce((sum, [count]) => sum + count, 0)
  const counts = [...countsByReason, [irrelevantCount, IRRELEVANT] as const].flatMap(([count, [one, many]]) =>
    count > 0 ? [countLabel(count, one, many, "")] : [],
  )
  const text = [
    ...(existingCount > 0 ? [`${countLabel(existingCount, "ligne déjà connue", "lignes déjà connues", "")}.`] : []),
    ...(counts.length > 0
      ? [
          `${countLabel(aside, "écriture laissée de côté", "écritures laissées de côté", "")}\u00a0: ${counts.join(", ")}.`,
        ]
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
