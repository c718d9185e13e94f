import { Form } from "react-router"
import { Button } from "../../../ui/button.tsx"
import type { ButtonVariant } from "../../../ui/button-class.ts"
import { requestLabel } from "./booking-labels.ts"
import type { BookingLine } from "./line.ts"
import { useSending } from "../use-sending.ts"
import type { RentalPeriod } from "../../../../domain/rental/rental.ts"

type AnswerFormProps = {
  booking: RentalPeriod & Pick<BookingLine, "id" | "number" | "status" | "clientName">
  intent: "confirmer" | "remettre"
  label: string
  variant: ButtonVariant
}

/** Submits the displayed status, so that an outdated answer is refused (D10). */
export function AnswerForm({ booking, intent, label, variant }: AnswerFormProps) {
  const sending = useSending({ intent, reservation: booking.id })
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="reservation" value={booking.id} />
      <input type="hidden" name="statut" value={booking.status} />
      <Button name="intent" value={intent} variant={variant} size="small" busy={sending}>
        {label}
        <span className="sr-only"> pour {requestLabel(booking)}</span>
      </Button>
    </Form>
  )
}
