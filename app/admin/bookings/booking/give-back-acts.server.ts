import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { formatMoney, parseEuros } from "../../../../domain/money.ts"
import {
  type GiveBackProblem,
  type GiveBackResult,
  MAX_GIVE_BACK_REASON,
  giveMoneyBack,
} from "../../../../server/money/finance/give-money-back.ts"
import { idField, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import type { ProblemReply } from "./problems.server.ts"

const noAmount = "Indiquez un montant en euros, par exemple 50 ou 49,90."
const noReason = "Indiquez pourquoi vous rendez cet argent."
const ManualRefund = z.object({
  /** Generated with the form: submitting it twice creates one refund. */
  cle: idField,
  vu: wholeNumber(),
  montant: z
    .string({ error: noAmount })
    .transform(parseEuros)
    .refine((amount) => amount !== null && amount > 0, noAmount)
    .transform(Number),
  motif: z
    .string({ error: noReason })
    .trim()
    .min(1, noReason)
    .max(MAX_GIVE_BACK_REASON, `${MAX_GIVE_BACK_REASON} caractères au plus.`),
})

type BookingPaths = { bookingId: BookingId; pageHref: string; dialogHref: string }

/** Decision 48. */
export function giveBackActs(actor: Staff, { bookingId, pageHref, dialogHref }: BookingPaths, now: Date) {
  return {
    rendre: act(
      ManualRefund,
      async ({ cle, vu, montant, motif }, form) => {
        const request = { key: cle, amount: montant, reason: motif, expectedPaid: vu }
        const result = await giveMoneyBack(actor, bookingId, request, now)
        if (result.ok) return redirectWith(refundMessage(result.value), pageHref)
        const problem = giveBackProblem(result.error)
        return "fields" in problem ? form.refuse(problem.fields) : redirectWith(problem.flash, dialogHref)
      },
      { log: "Error giving money back", failed: "Le remboursement n’a pas pu être décidé. Réessayez dans un instant." },
    ),
  }
}

function refundMessage({ amount, overpaid, eventId }: GiveBackResult): Flash {
  if (eventId === null)
    return { kind: "success", title: "Ce remboursement était déjà décidé", text: formatMoney(amount) }
  const goodwill = amount - overpaid
  const text = goodwill > 0 ? { text: `${formatMoney(goodwill)} ne sont plus demandés au client.` } : {}
  return { kind: "success", title: `${formatMoney(amount)} à rendre`, ...text }
}

const unchanged = "Rien n’a été rendu."

function giveBackProblem(problem: GiveBackProblem): ProblemReply {
  switch (problem.kind) {
    case "not-found":
      return { flash: { kind: "error", title: "Cette réservation n’existe pas", text: unchanged } }
    case "nothing-to-give":
      return { flash: { kind: "error", title: "Il n’y a rien à rendre maintenant", text: unchanged } }
    case "not-an-amount":
      return { fields: { montant: noAmount } }
    case "reason-missing":
      return { fields: { motif: noReason } }
    case "too-much":
      return { fields: { montant: `C’est plus que ce qui peut être rendu\u00a0: ${formatMoney(problem.max)}.` } }
    case "changed":
      return {
        flash: {
          kind: "error",
          title: `De l’argent a bougé entre-temps\u00a0: ${formatMoney(problem.paid)} sont payés`,
          text: `${unchanged} Relisez les montants, puis recommencez si vous le voulez toujours.`,
        },
      }
  }
}
