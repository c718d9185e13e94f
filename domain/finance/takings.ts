export const closingPeriods = ["day", "month", "year"] as const
export type ClosingPeriod = (typeof closingPeriods)[number]

const takingFindings = [
  "hash",
  "link",
  "gap",
  "source-differs",
  "source-missing",
  "unregistered",
  "closing-hash",
  "closing-link",
  "closing-gap",
  "closing-sum",
  "closing-seal",
] as const
export type TakingFindingKind = (typeof takingFindings)[number]
export type TakingFinding = { kind: TakingFindingKind; number: number }

export const takingFindingLabels: Record<TakingFindingKind, string> = {
  hash: "La ligne ne correspond plus à son empreinte",
  link: "La ligne ne s’enchaîne plus à la précédente",
  gap: "Une ligne manque avant celle-ci",
  "source-differs": "Le paiement ou le remboursement ne dit plus ce que dit la ligne",
  "source-missing": "Le paiement ou le remboursement de la ligne n’existe plus",
  unregistered: "Un paiement ou un remboursement n’est pas dans le registre",
  "closing-hash": "La clôture ne correspond plus à son empreinte",
  "closing-link": "La clôture ne s’enchaîne plus à la précédente",
  "closing-gap": "Une clôture manque avant celle-ci",
  "closing-sum": "Les totaux de la clôture ne sont plus ceux de ses lignes",
  "closing-seal": "Le sceau de la clôture n’est pas celui de cette installation",
}

export function isAboutClosing(kind: TakingFindingKind): boolean {
  return kind.startsWith("closing-")
}

export function registerCheckLabel({ entries, closings }: { entries: number; closings: number }): string {
  const countLabel = (count: number, word: string) => `${count.toLocaleString("fr-FR")} ${word}${count > 1 ? "s" : ""}`
  return `${countLabel(entries, "ligne")} et ${countLabel(closings, "clôture")} relues`
}
