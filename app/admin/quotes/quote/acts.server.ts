import { promoCodeProblemText } from "../../../../domain/pricing/promo-code-labels.ts"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import { startNewVersion, removeRental } from "../../../../server/quotes/draft-quote.ts"
import { deleteQuote } from "../../../../server/quotes/delete-quotes.ts"
import { withdrawQuote } from "../../../../server/quotes/end-quote.ts"
import type { OwnerQuote } from "../../../../server/quotes/quote-page.ts"
import { remindQuote } from "../../../../server/quotes/remind-quote.ts"
import { type SendProblem, sendQuote } from "../../../../server/quotes/send-quote.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, refuseWithFlash } from "../../kit/flash.server.ts"
import { screens } from "../../kit/screens.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import { draftProblemText } from "../form/problems.server.ts"
import { editQuoteHref, quoteHref } from "../../kit/quotes/quotes-url.ts"

const gone: Flash = { kind: "error", title: "Ce devis n’existe plus", text: "Rien n’a été changé." }

export function quoteActs(actor: Staff, { quote, reader, versions }: OwnerQuote, now: Date) {
  const { id, number } = quote
  const pageHref = quoteHref(number)
  const refused = refuseWithFlash(pageHref)
  const rental = versions[0]?.row.rentals[0]?.position ?? 1
  return {
    envoyer: act(
      z.object({ vu: z.string() }),
      async ({ vu: loadedVersion }) => {
        const sent = await sendQuote({ actor, id, loadedVersion, at: now })
        if (!sent.ok) return redirectWith(sendProblem(sent.error), pageHref)
        const text = mailLabel("le devis", reader.email ?? "", canDeliverMail())
        return redirectWith({ kind: "success", title: "Devis envoyé", text }, pageHref)
      },
      { log: "Error sending a quote", failed: "Le devis n’a pas pu être envoyé", refused },
    ),
    "nouvelle-version": act(
      z.object({}),
      async () => {
        const started = await startNewVersion(actor, id, now)
        if (started.ok)
          return redirectWith(
            {
              kind: "success",
              title: "Nouvelle version commencée",
              text: "L’ancienne reste valable tant que celle-ci n’est pas envoyée.",
            },
            editQuoteHref({ number, rental: String(rental) }),
          )
        const { kind } = started.error
        return redirectWith(
          kind === "gone"
            ? gone
            : kind === "accepted"
              ? { kind: "error", title: "Ce devis est accepté", text: "Changez plutôt la réservation." }
              : {
                  kind: "error",
                  title: "L’événement est trop proche pour un devis",
                  text: "Copiez-le pour une autre date, ou enregistrez une réservation.",
                },
          pageHref,
        )
      },
      { log: "Error starting a version of a quote", failed: "La version n’a pas pu être commencée", refused },
    ),
    "retirer-location": act(
      z.object({ location: wholeNumber(1), vu: z.string() }),
      async ({ location, vu: loadedVersion }) => {
        const customerId = quote.userId ?? (id as string as ProfileId)
        const removed = await removeRental({ actor, id, customerId, position: location, loadedVersion, at: now })
        return redirectWith(
          removed.ok
            ? { kind: "success", title: "Location retirée du devis" }
            : {
                kind: "error",
                title: "La location n’a pas été retirée",
                text: draftProblemText(removed.error, { lines: [] }),
              },
          pageHref,
        )
      },
      { log: "Error removing a rental of a quote", failed: "La location n’a pas pu être retirée", refused },
    ),
    relancer: act(
      z.object({}),
      async () => {
        const isReminded = await remindQuote(id, { by: actor, at: now })
        return redirectWith(
          isReminded
            ? {
                kind: "success",
                title: "Relance envoyée",
                text: mailLabel("la relance", reader.email ?? "", canDeliverMail()),
              }
            : {
                kind: "error",
                title: "Pas de relance",
                text: "Ce devis a une réponse, a pris fin, ou a été envoyé aujourd’hui.",
              },
          pageHref,
        )
      },
      { log: "Error reminding of a quote", failed: "La relance n’a pas pu partir", refused },
    ),
    retirer: act(
      z.object({}),
      async () => {
        const withdrawn = await withdrawQuote(actor, id, now)
        if (withdrawn.ok) return redirectWith({ kind: "success", title: "Devis retiré" }, pageHref)
        const ended: Flash = { kind: "error", title: "Ce devis a déjà pris fin", text: "Rien n’a été changé." }
        return redirectWith(withdrawn.error.kind === "gone" ? gone : ended, pageHref)
      },
      { log: "Error withdrawing a quote", failed: "Le devis n’a pas pu être retiré", refused },
    ),
    supprimer: act(
      z.object({}),
      async () => {
        const deleted = await deleteQuote(actor, id, now)
        if (deleted.ok) return redirectWith({ kind: "success", title: `Devis ${number} supprimé` }, screens.quotes.to)
        if (deleted.error.kind === "gone") return redirectWith(gone, screens.quotes.to)
        const accepted: Flash = { kind: "error", title: "Ce devis est accepté", text: "Il reste avec sa réservation." }
        return redirectWith(accepted, pageHref)
      },
      { log: "Error deleting a quote", failed: "Le devis n’a pas pu être supprimé", refused },
    ),
  }
}

function sendProblem(problem: SendProblem): Flash {
  const title = "Le devis n’est pas envoyé"
  const notSent = (text: string): Flash => ({ kind: "error", title, text })
  switch (problem.kind) {
    case "gone":
      return gone
    case "no-draft":
      return notSent("Cette version est déjà envoyée.")
    case "stale":
      return notSent("Il a changé depuis que vous l’avez lu\u00a0: relisez-le.")
    case "no-email":
      return notSent("Indiquez d’abord l’adresse e-mail du client.")
    case "distance-unknown":
      return notSent("L’adresse n’a pas pu être située\u00a0: indiquez la distance.")
    case "days-taken":
      return notSent("Ces dates viennent d’être prises\u00a0: choisissez-en d’autres.")
    case "promo-code-refused":
      return notSent(promoCodeProblemText(problem.problem))
    case "too-near":
      return notSent("L’événement est trop proche pour un devis\u00a0: enregistrez une réservation.")
    case "validity-past":
      return notSent("Sa date de fin est passée\u00a0: choisissez-en une autre.")
    case "keep-past":
      return notSent("Les dates étaient à garder jusqu’à un jour passé\u00a0: choisissez-en un autre.")
    case "keep-too-long":
      return notSent(`Les dates se gardent jusqu’au ${dayLong(problem.latest)} au plus tard.`)
  }
}
