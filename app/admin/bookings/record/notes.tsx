import { useState } from "react"
import { Form } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import { Button } from "../../../ui/button.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import type { BookingDetailView } from "./view.ts"
import { typed } from "../../kit/booking/refusal.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { useSending } from "../../kit/use-sending.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"

type BookingNotesProps = {
  booking: Pick<BookingDetailView, "id" | "notes" | "internalNote">
  noteKey: string
  refusal: Refusal | null
}

/** What administrators wrote down for themselves, and a place to write more. */
export function BookingNotes({ booking, noteKey, refusal }: BookingNotesProps) {
  return (
    <section className="stack gap-2" aria-labelledby="notes-internes">
      <h3 className="title-block" id="notes-internes">
        Notes internes
      </h3>
      {booking.internalNote && <p className="small wrap-anywhere whitespace-pre-wrap">{booking.internalNote}</p>}
      {booking.notes.length > 0 && (
        <ul className="stack gap-2">
          {booking.notes.map(({ id, at, author, body }) => (
            <li key={id} className="small wrap-anywhere">
              <span className="whitespace-pre-wrap">{body}</span>
              <br />
              <span className="fine soft">
                {author}, <time dateTime={at.toISOString()}>{instantLong(at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NoteForm key={booking.notes.length} id={booking.id} noteKey={noteKey} refusal={refusal} />
    </section>
  )
}

function NoteForm({ id, noteKey, refusal }: { id: string; noteKey: string; refusal: Refusal | null }) {
  const sending = useSending({ intent: "noter", reservation: id })
  // A refused note keeps its key: sent again it is still the same one.
  const [key] = useState(noteKey)
  const { error, value } = typed(refusal, "noter", "note")
  return (
    <Form method="post" className="stack gap-2" preventScrollReset>
      <FormDraft name={`booking-note:${id}`}>
        <input type="hidden" name="reservation" value={id} />
        <input type="hidden" name="cle" value={key} />
        <RequiredNote one />
        <TextArea
          label="Ajouter une note"
          name="note"
          rows={2}
          maxLength={2000}
          hint={"Pour vous seulement\u00a0: le client ne la voit jamais."}
          defaultValue={value}
          error={error}
        />
        <div>
          <Button name="intent" value="noter" variant="secondary" size="small" busy={sending}>
            Ajouter la note
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}
