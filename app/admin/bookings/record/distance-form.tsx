import { Form } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { BookingDetailView } from "./view.ts"
import { fieldState } from "../../kit/booking/field-state.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { useSending } from "../../kit/use-sending.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"

type DistanceFormProps = { booking: BookingDetailView; refusal: Refusal | null }

export function DistanceForm({ booking, refusal }: DistanceFormProps) {
  const sending = useSending({ intent: "distance", reservation: booking.id })
  const offering = useSending({ intent: "livraison-offerte", reservation: booking.id })
  const { error, value } = fieldState(refusal, "distance", "distance")
  const displayed = booking.distanceToConfirm ? "" : String(booking.distance)
  return (
    <Form method="post" className="stack" id="distance" preventScrollReset>
      {booking.distanceToConfirm && (
        <Notice tone="warning" title="Distance à confirmer">
          Indiquez la distance ou offrez la livraison, puis confirmez.
        </Notice>
      )}
      <input type="hidden" name="reservation" value={booking.id} />
      <input type="hidden" name="distance-vue" value={displayed} />
      <RequiredNote one />
      <div className="cluster items-start">
        <TextField
          label="Distance aller-retour"
          name="distance"
          inputMode="numeric"
          autoComplete="off"
          suffix="km"
          hint="Depuis l’entrepôt, en kilomètres entiers."
          defaultValue={value ?? displayed}
          error={error}
          className="max-w-60"
        />
        <Button name="intent" value="distance" variant="secondary" className="sm:mt-6" busy={sending}>
          {booking.distanceToConfirm ? "Enregistrer" : "Corriger"}
        </Button>
        {booking.distanceToConfirm && (
          <Button
            name="intent"
            value="livraison-offerte"
            formNoValidate
            variant="quiet"
            className="sm:mt-6"
            busy={offering}
          >
            Offrir la livraison
          </Button>
        )}
      </div>
    </Form>
  )
}
