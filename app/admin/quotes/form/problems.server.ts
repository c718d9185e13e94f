import { formatMoney } from "../../../../domain/money.ts"
import { MAX_TO_PAY } from "../../../../domain/pricing/price.ts"
import type { DraftProblem } from "../../../../server/quotes/draft-quote.ts"
import { PROMO_CODE_FIELD } from "../../../http/promo-code-field.ts"
import type { OrderChoice } from "../../bookings/order/form.server.ts"
import { ownerMessage, placeProblemErrors } from "../../bookings/order/rental.server.ts"
import { lineProblemText, termsProblemErrors } from "./terms.server.ts"
import type { QuoteTermsView } from "./view.ts"

type Typed = Pick<QuoteTermsView, "lines"> & { choice: OrderChoice }

export function draftProblemErrors(problem: DraftProblem, typed: Typed): Record<string, string> {
  switch (problem.kind) {
    case "promo-code-refused":
      return { [PROMO_CODE_FIELD]: draftProblemText(problem, typed) }
    case "line-refused":
      return { lignes: draftProblemText(problem, typed) }
    case "extras-too-much":
      return { cocher: draftProblemText(problem, typed) }
    case "too-near":
    case "validity-past":
    case "keep-past":
    case "keep-too-long":
      return termsProblemErrors(problem)
    case "gone":
    case "no-draft":
    case "stale":
      return { form: draftProblemText(problem, typed) }
    default:
      return placeProblemErrors(problem, typed.choice)
  }
}

export function draftProblemText(problem: DraftProblem, { lines }: Pick<Typed, "lines">): string {
  switch (problem.kind) {
    case "line-refused":
      return lineProblemText(problem.problem, lines.find(({ id }) => id === problem.id)?.kind)
    case "extras-too-much":
      return `Avec toutes les lignes à cocher, le total serait de ${formatMoney(problem.total)}\u00a0: ${formatMoney(MAX_TO_PAY)} au plus.`
    case "too-near":
    case "validity-past":
    case "keep-past":
    case "keep-too-long":
      return Object.values(termsProblemErrors(problem)).join(" ")
    case "gone":
      return "Ce devis n’existe plus."
    case "no-draft":
      return "Cette version est envoyée\u00a0: faites-en une nouvelle."
    case "stale":
      return "Ce devis a changé ailleurs. Rien n’est enregistré\u00a0: rouvrez-le dans un autre onglet, puis comparez."
    default:
      return ownerMessage(problem)
  }
}
