import { href, redirect } from "react-router"
import { z } from "zod"
import { declineReasons } from "../../../../../domain/quotes/state.ts"
import { environment } from "../../../../../server/platform/environment.server.ts"
import {
  type AnswerProblem,
  createShowLink,
  declineQuote,
  requestQuoteChange,
} from "../../../../../server/quotes/answer.ts"
import { handInOrder } from "../../../../../server/quotes/order-file.ts"
import { limitedText, requiredText } from "../../../../http/form-fields.ts"
import { type CheckedForm, act } from "../../../../http/forms.server.ts"
import { refuseThrottled } from "../../../../http/guarded-forms.server.ts"
import { fileProblems } from "../file-problems.ts"
import { CHANGE_INTENT, DECLINE_INTENT, NEAR_INTENT, ORDER_FIELD, ORDER_INTENT, SHOW_INTENT } from "./intents.ts"

const failed = "Votre réponse n’a pas pu être enregistrée. Rien n’est perdu\u00a0: réessayez dans un instant."

/** Everything that the reader may answer without signing. */
export function quoteActs(secret: string) {
  const page = href("/devis/:secret", { secret })
  return {
    [CHANGE_INTENT]: act(
      z.object({ words: requiredText("Écrivez ce que vous voulez changer.", 1000) }),
      async ({ words }, form) => {
        const requested = await requestQuoteChange({ secret, words })
        return requested.ok ? redirect(`${page}?fait=changement`, 303) : refuse(form, requested.error)
      },
      { log: "Error requesting a change of a quote", failed },
    ),
    [NEAR_INTENT]: act(
      z.object({ near: limitedText(200).default(""), words: limitedText(800).default("") }),
      async ({ near, words }, form) => {
        const message = [near, words].filter(Boolean).join("\n")
        if (message === "") return form.refuse({ words: "Écrivez ce que vous voulez changer." })
        const requested = await requestQuoteChange({ secret, words: message })
        return requested.ok ? redirect(`${page}?fait=changement`, 303) : refuse(form, requested.error)
      },
      { log: "Error requesting what is near", failed },
    ),
    [DECLINE_INTENT]: act(
      z.object({ reason: z.enum(declineReasons, "Choisissez une raison."), words: limitedText(1000).default("") }),
      async ({ reason, words }, form) => {
        const declined = await declineQuote({ secret, reason, words })
        return declined.ok ? redirect(page, 303) : refuse(form, declined.error)
      },
      { log: "Error declining a quote", failed },
    ),
    [ORDER_INTENT]: act(
      z.object({}),
      async (_fields, form) => {
        const file = form.files.get(ORDER_FIELD)
        if (!file) return form.refuse({ [ORDER_FIELD]: "Choisissez le PDF du bon de commande, ou sa photo." })
        const received = await handInOrder(secret, file)
        // The page says itself that the order waits.
        if (received.ok) return redirect(page, 303)
        const problem = received.error
        if (problem.kind === "throttled") return refuseThrottled(form, problem)
        if (problem.kind === "file") return form.refuse({ [ORDER_FIELD]: fileProblems[problem.problem] })
        return refuse(form, problem)
      },
      {
        log: "Error handing in an order for a quote",
        failed: "Le bon de commande n’a pas pu être enregistré. Rien n’a changé\u00a0: réessayez dans un instant.",
      },
    ),
    [SHOW_INTENT]: act(
      z.object({}),
      async (_fields, form) => {
        const link = await createShowLink({ secret })
        if (!link.ok) return refuse(form, link.error)
        const showUrl = environment.origin + href("/devis/:secret", { secret: link.value })
        return form.refuseWith({ showUrl }, {}, { status: 200 })
      },
      { log: "Error making a link to show a quote", failed },
    ),
  }
}

export function refuse(form: CheckedForm, problem: AnswerProblem) {
  return form.refuse({ form: answerProblemText(problem) }, { status: 409 })
}

export function answerProblemText(problem: AnswerProblem): string {
  switch (problem.kind) {
    case "unknown-link":
    case "ended-link":
      return "Ce lien ne sert plus. Ouvrez celui du dernier e-mail, ou écrivez-nous."
    case "shows-only":
      return "Ce lien sert seulement à lire. La personne qui vous l’a envoyé peut répondre."
    case "ended":
      return problem.state === "accepted"
        ? "Ce devis est déjà accepté."
        : "Ce devis n’attend plus de réponse. Rechargez la page."
  }
}
