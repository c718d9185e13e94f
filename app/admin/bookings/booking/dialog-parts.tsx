import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import type { OwnerBookingView } from "./view.ts"

export type BookingDialogProps = { view: OwnerBookingView; refusal: EditRefusal | null }

type UnavailableDialogProps = { title: string; text?: string | undefined; back: string }

export function UnavailableDialog({
  title,
  text = "Quelqu’un s’en est occupé entre-temps. Rien n’a été changé.",
  back,
}: UnavailableDialogProps) {
  return (
    <Sheet title={title} shape="card" closeHref={back}>
      <p className="soft">{text}</p>
    </Sheet>
  )
}

type ConfirmCheckboxProps = {
  name: string
  label: string
  field: { error?: string | undefined; value?: string | undefined }
}

/** Appears only after the server has refused a suspicious value, and stays ticked on later refusals. */
export function ConfirmCheckbox({ name, label, field: { error, value } }: ConfirmCheckboxProps) {
  if (!error && !value) return null
  return <Checkbox name={name} value="oui" label={label} defaultChecked={value === "oui"} error={error} />
}

export function DialogActions({
  back,
  intent,
  label,
  busy,
  danger = false,
}: {
  back: string
  intent: string
  label: string
  busy: boolean
  danger?: boolean
}) {
  return (
    <div className="dialog-foot">
      <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
        Fermer
      </ButtonLink>
      <Button name="intent" value={intent} variant={danger ? "danger" : "primary"} size="small" busy={busy}>
        {label}
      </Button>
    </div>
  )
}
