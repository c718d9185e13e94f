import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import type { OwnerBookingView } from "./view.ts"

export type Asked = { view: OwnerBookingView; refusal: EditRefusal | null }

type NotAskedProps = { title: string; text?: string | undefined; back: string }

/** What the address asks for does not arise any more. */
export function NotAsked({
  title,
  text = "Quelqu’un s’en est occupé entre-temps. Rien n’a été changé.",
  back,
}: NotAskedProps) {
  return (
    <Sheet title={title} shape="card" closeHref={back}>
      <p className="soft">{text}</p>
    </Sheet>
  )
}

type MeantBoxProps = { name: string; label: string; field: { error?: string | undefined; value?: string | undefined } }

/** Ticked, what looks like a slip was meant. Not there until it is asked about, and still ticked when something else is. */
export function MeantBox({ name, label, field: { error, value } }: MeantBoxProps) {
  if (!error && !value) return null
  return <Checkbox name={name} value="oui" label={label} defaultChecked={value === "oui"} error={error} />
}

/** The end of every question: back to the page, or on. */
export function Foot({
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
