import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
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
