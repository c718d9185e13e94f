import { useState } from "react"
import { Form } from "react-router"
import { legLabels } from "../../../../domain/booking/hours.ts"
import { FormError } from "../../../ui/form-error.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import { StaleFields } from "../../kit/stale-notice.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { DialogActions } from "./dialog-parts.tsx"
import type { DayView, OwnerBookingView } from "./view.ts"
import { errorItems } from "../../../http/refusal.ts"

type HoursFormProps = { day: DayView; view: OwnerBookingView; back: string; refusal: EditRefusal | null }

export function HoursForm({ day: { hours, hoursVersion }, view: { booking }, back, refusal }: HoursFormProps) {
  // Live revalidation must not raise the version that the fields were loaded with.
  const [initialVersion] = useState(hoursVersion)
  const busy = useSending({ intent: "horaires" })
  const legNames = legLabels(booking)
  const values = refusal?.values ?? {}
  const errors = refusal?.errors ?? {}
  const timeField = (name: string, label: string, value: string | undefined) => (
    <TextField
      id={name}
      name={name}
      label={label}
      type="time"
      step={300}
      defaultValue={values[name] ?? value ?? ""}
      error={errors[name]}
      optional="filter"
    />
  )
  return (
    <Form method="post" className="stack" noValidate preventScrollReset>
      {!refusal?.stale && <FormError errors={errorItems(errors)} answer={refusal} />}
      <fieldset className="field">
        <legend className="field-label">{legNames.out}</legend>
        <div className="cluster items-start">
          {timeField("depart-de", "De", hours.out?.from)}
          {timeField("depart-a", "À", hours.out?.to)}
        </div>
      </fieldset>
      <fieldset className="field">
        <legend className="field-label">{legNames.back}</legend>
        <div className="cluster items-start">
          {timeField("retour-de", "De", hours.back?.from)}
          {timeField("retour-a", "À", hours.back?.to)}
        </div>
      </fieldset>
      <p className="fine soft">Le client les lit sur sa réservation et dans l’e-mail de la veille.</p>
      <input type="hidden" name="vu" value={values["vu"] ?? initialVersion} />
      <StaleFields refusal={refusal} />
      <DialogActions back={back} intent="horaires" label="Enregistrer les horaires" busy={busy} />
    </Form>
  )
}
