import type { ReactNode } from "react"
import { Form } from "react-router"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { undoHint } from "../undo-hint.ts"
import { useSending } from "../use-sending.ts"
import { CustomerMailNote } from "./customer-mail-note.tsx"
import type { BookingLine, ReachedClient } from "./line.ts"
import { fieldState } from "./field-state.ts"

type ReasonFormProps = {
  booking: Pick<BookingLine, "id" | "status" | "clientName"> & { client: ReachedClient }
  subject: string
  draft: string
  intent: string
  act: "booking.cancelled" | "booking.refused"
  label: string
  hint: string
  back: string
  refusal: Refusal | null
  children?: ReactNode
}

export function ReasonForm({
  booking: { id, status, clientName, client },
  subject,
  draft,
  intent,
  act,
  label,
  hint,
  back,
  refusal,
  children,
}: ReasonFormProps) {
  const sending = useSending({ intent, reservation: id })
  const { error, value } = fieldState(refusal, intent, "motif")
  return (
    <Form method="post" className="stack" preventScrollReset>
      <FormDraft name={draft}>
        <p>
          <strong>{clientName}</strong>
          <br />
          {subject}
        </p>
        <input type="hidden" name="reservation" value={id} />
        <input type="hidden" name="statut" value={status} />
        {children}
        <TextArea
          label="Motif"
          name="motif"
          optional
          rows={3}
          maxLength={500}
          hint={hint}
          defaultValue={value}
          error={error}
        />
        <p className="small soft">Ses dates seront libres aussitôt. {undoHint(act)}</p>
        <CustomerMailNote client={client} />
        <div className="dialog-foot">
          <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
            Garder
          </ButtonLink>
          <Button name="intent" value={intent} variant="danger" size="small" busy={sending}>
            {label}
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}
