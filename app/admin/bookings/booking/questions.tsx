import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { RefusalForm } from "../../kit/booking/refusal-sheet.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import { DatesAnswer } from "./dates-question.tsx"
import { Correction, PaymentForm, RefundMade } from "./money-questions.tsx"
import { GiveBackQuestion } from "./give-back-question.tsx"
import { DepositQuestion } from "./deposit-questions.tsx"
import { EndQuestion } from "./end-question.tsx"
import { HoursForm } from "./hours-question.tsx"
import { PriceQuestion, PriceRemoval } from "./price-questions.tsx"
import { type Asked, NotAsked } from "./question-parts.tsx"
import { SigningForm } from "./signing-question.tsx"

/** What is asked or filled in over the page, by its address. */
export function Question({ view, refusal }: Asked) {
  const { url, booking, refusing, signing, dateRequest } = view
  const back = bookingPageHref(booking.number)
  switch (url.question) {
    case null:
      return null
    case "refuser":
      return refusing === null || refusing === "closed" ? (
        <NotAsked title="Cette demande n’attend plus de réponse" back={back} />
      ) : (
        <Sheet title={"Refuser cette demande\u00a0?"} closeHref={back}>
          <RefusalForm booking={refusing} back={back} refusal={refusal} />
        </Sheet>
      )
    case "annuler":
      return <EndQuestion view={view} refusal={refusal} back={back} />
    case "signer":
      return signing === null || signing === "closed" ? (
        <NotAsked title="Aucun contrat n’attend de signature" back={back} />
      ) : (
        <Sheet title="Noter une signature" closeHref={back}>
          <SigningForm toSign={signing} number={booking.number} back={back} refusal={refusal} />
        </Sheet>
      )
    case "paiement":
      return view.payable ? (
        <Sheet title="Noter un paiement" closeHref={back}>
          <PaymentForm view={view} back={back} refusal={refusal} />
        </Sheet>
      ) : view.booking.isDemonstration ? (
        <NotAsked
          title="Cette réservation est une démonstration"
          text="Elle ne prend pas d’argent réel. Pour en recevoir, faites une nouvelle réservation."
          back={back}
        />
      ) : (
        <NotAsked title="Rien n’a encore été convenu" back={back} />
      )
    case "horaires":
      return view.day?.open ? (
        <Sheet title="Horaires convenus" closeHref={back}>
          <HoursForm day={view.day} view={view} back={back} refusal={refusal} />
        </Sheet>
      ) : (
        <NotAsked title="Cette réservation n’attend plus d’horaires" back={back} />
      )
    case "retirer":
      return <Correction view={view} back={back} />
    case "rembourser":
      return <RefundMade view={view} back={back} refusal={refusal} />
    case "rendre":
      return <GiveBackQuestion view={view} refusal={refusal} back={back} />
    case "prix":
      return <PriceQuestion view={view} refusal={refusal} back={back} />
    case "retirer-prix":
      return <PriceRemoval view={view} refusal={refusal} back={back} />
    case "caution-recue":
    case "caution-retenir":
    case "caution-garder":
    case "caution-lever":
      return <DepositQuestion view={view} question={url.question} refusal={refusal} back={back} />
    case "dates":
      return dateRequest ? (
        <Sheet title="Changement de dates" closeHref={back}>
          <DatesAnswer view={view} request={dateRequest} refusal={refusal} />
        </Sheet>
      ) : (
        <NotAsked
          title={view.dateAnswer?.title ?? "Cette demande de dates n’attend plus de réponse"}
          text={view.dateAnswer?.text}
          back={back}
        />
      )
  }
}
