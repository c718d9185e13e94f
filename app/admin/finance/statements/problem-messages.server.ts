import { statementFormatLabels } from "../../../../domain/finance/bank-statement.ts"
import {
  type BrokenStatement,
  MAX_STATEMENT_BYTES,
  type StatementProblem,
} from "../../../../server/money/bank/statement-problem.ts"

const MEGABYTE = 1024 * 1024

export function statementProblemMessage(problem: StatementProblem): string {
  switch (problem.kind) {
    case "empty":
      return "Ce fichier est vide. Choisissez le relevé que votre banque vous a donné."
    case "too-large":
      return `Ce fichier dépasse ${MAX_STATEMENT_BYTES / MEGABYTE}\u00a0Mo. Demandez à votre banque une période plus courte.`
    case "too-slow":
      return "Ce fichier est trop long à lire. Rien n’a été importé\u00a0: demandez à votre banque une période plus courte."
    case "unreadable":
      return "Ce fichier est illisible. Rien n’a été importé\u00a0: téléchargez-le de nouveau depuis votre banque."
    case "unknown-format":
      return "Ce fichier n’est ni un camt.053, ni un CFONB\u00a0120, ni un tableau CSV avec une colonne de dates. Un PDF, un fichier Excel, OFX ou QIF ne se lit pas ici\u00a0: exportez le relevé en CSV depuis le site de votre banque."
    case "broken":
      return `Ce fichier ${statementFormatLabels[problem.format]} ne se lit pas${positionText(problem)}. ${reasonText(problem)}Rien n’a été importé\u00a0: téléchargez-le de nouveau depuis votre banque.`
    case "sides":
      return "Dans ce tableau, les montants n’ont pas de signe\u00a0: choisissez la colonne «\u00a0Sens\u00a0» qui distingue débits et crédits."
    case "no-entries":
      return "Ce relevé ne contient aucune écriture."
    case "too-many":
      return `Ce relevé contient plus de ${problem.max.toLocaleString("fr-FR")} écritures. Demandez à votre banque une période plus courte.`
    case "other-currency":
      return `Ce relevé est en ${problem.currency.slice(0, 3)}. Seuls les comptes en euros se lisent ici.`
  }
}

/** For a table whose columns were chosen by hand: another choice may solve it. */
export function columnsProblemMessage(problem: StatementProblem): string {
  if (problem.kind !== "broken") return statementProblemMessage(problem)
  return `La ligne ${problem.line ?? 1} du fichier ne se lit pas avec ces colonnes. ${reasonText(problem)}Vérifiez votre choix.`
}

function positionText({ format, line, reason: problem }: BrokenStatement): string {
  if (line === null) return ""
  return format === "camt.053" && problem !== "markup" ? `, écriture ${line}` : `, ligne ${line}`
}

/** Ends with a space, because another sentence follows. */
function reasonText({ reason: kind, text }: BrokenStatement): string {
  const quoted = `«\u00a0${text ?? ""}\u00a0»`
  const isEmpty = text === null || text === ""
  switch (kind) {
    case "day":
      return isEmpty ? "Sa date manque. " : `${quoted} n’est pas une date. `
    case "amount":
      return isEmpty ? "Son montant manque. " : `${quoted} n’est pas un montant sûr. `
    case "side":
      return isEmpty
        ? "Rien n’y dit si c’est un débit ou un crédit. "
        : `${quoted} ne dit pas si c’est un débit ou un crédit. `
    case "cells":
      return "Cette ligne a plus de cases que l’en-tête du tableau. "
    case "quote":
      return "Un guillemet s’y ouvre et ne se ferme jamais. "
    case "record":
      return `${quoted} n’est pas un enregistrement CFONB. `
    case "markup":
      return ""
  }
}
