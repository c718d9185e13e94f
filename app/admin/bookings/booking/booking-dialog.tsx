import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { RefusalForm } from "../../kit/booking/refusal-sheet.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import { DatesAnswerForms } from "./dates-dialog.tsx"
import { CorrectionDialog, PaymentForm, RefundDialog } from "./money-dialogs.tsx"
import { GiveBackDialog } from "./give-back-dialog.tsx"
import { DepositDialog } from "./deposit-dialogs.tsx"
import { EndDialog } from "./end-dialog.tsx"
import { EndRentalDialog } from "./end-rental-dialog.tsx"
import { HoursForm } from "./hours-form.tsx"
import { PriceDialog, PriceRemovalDialog } from "./price-dialogs.tsx"
import { type BookingDialogProps, UnavailableDialog } from "./dialog-parts.tsx"
import { shiftLabels } from "../../../../domain/booking/shift.ts"
import { ShiftForm } from "./shifts-section.tsx"
import { SigningForm } from "./signing-form.tsx"

export function BookingDialog({ view, refusal }: BookingDialogProps) {
  const { url, booking, refusing, signing, dateRequest } = view
  const back = bookingPageHref(booking.number)
  switch (url.dialog) {
    case null:
      return null
    case "refuser":
      return refusing === null || refusing === "closed" ? (
        <UnavailableDialog title="Cette demande n’attend plus de réponse" back={back} />
      ) : (
        <Sheet title={"Refuser cette demande\u00a0?"} closeHref={back}>
          <RefusalForm booking={refusing} back={back} refusal={refusal} />
        </Sheet>
      )
    case "annuler":
      return <EndDialog view={view} refusal={refusal} back={back} />
    case "location":
      return <EndRentalDialog view={view} refusal={refusal} back={back} />
    case "signer":
      return signing === null || signing === "closed" ? (
        <UnavailableDialog title="Aucun contrat n’attend de signature" back={back} />
      ) : (
        <Sheet title="Noter une signature" closeHref={back}>
          <SigningForm contract={signing} number={booking.number} back={back} refusal={refusal} />
        </Sheet>
      )
    case "paiement":
      return view.payable ? (
        <Sheet title="Noter un paiement" closeHref={back}>
          <PaymentForm view={view} back={back} refusal={refusal} />
        </Sheet>
      ) : view.booking.isDemonstration ? (
        <UnavailableDialog
          title="Cette réservation est une démonstration"
          text="Elle ne prend pas d’argent réel. Pour en recevoir, faites une nouvelle réservation."
          back={back}
        />
      ) : (
        <UnavailableDialog title="Rien n’a encore été convenu" back={back} />
      )
    case "horaires":
      return view.day?.open ? (
        <Sheet title="Horaires convenus" closeHref={back}>
          <HoursForm day={view.day} view={view} back={back} refusal={refusal} />
        </Sheet>
      ) : (
        <UnavailableDialog title="Cette réservation n’attend plus d’horaires" back={back} />
      )
    case "mission": {
      const shift = view.shifts?.shifts.find(({ target }) => target === url.target)
      return view.shifts && shift ? (
        <Sheet title={shiftLabels[shift.kind]} closeHref={back}>
          <ShiftForm shift={shift} people={view.shifts.people} back={back} refusal={refusal} />
        </Sheet>
      ) : (
        <UnavailableDialog title="Cette mission n’existe plus" back={back} />
      )
    }
    case "retirer":
      return <CorrectionDialog view={view} back={back} />
    case "rembourser":
      return <RefundDialog view={view} back={back} refusal={refusal} />
    case "rendre":
      return <GiveBackDialog view={view} refusal={refusal} back={back} />
    case "prix":
      return <PriceDialog view={view} refusal={refusal} back={back} />
    case "retirer-prix":
      return <PriceRemovalDialog view={view} refusal={refusal} back={back} />
    case "caution-recue":
    case "caution-retenir":
    case "caution-garder":
    case "caution-lever":
      return <DepositDialog view={view} name={url.dialog} refusal={refusal} back={back} />
    case "dates":
      return dateRequest ? (
        <Sheet title="Changement de dates" closeHref={back}>
          <DatesAnswerForms request={dateRequest} refusal={refusal} />
        </Sheet>
      ) : (
        <UnavailableDialog
          title={view.dateAnswer?.title ?? "Cette demande de dates n’attend plus de réponse"}
          text={view.dateAnswer?.text}
          back={back}
        />
      )
  }
}
