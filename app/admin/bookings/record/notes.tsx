import type { BookingDetailView } from "./view.ts"
import { fieldState } from "../../kit/booking/field-state.ts"
import { Notes } from "../../kit/notes.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { useSending } from "../../kit/use-sending.ts"

type BookingNotesProps = {
  booking: Pick<BookingDetailView, "id" | "notes" | "internalNote">
  noteKey: string
  refusal: Refusal | null
}

export function BookingNotes({ booking: { id, notes, internalNote }, noteKey, refusal }: BookingNotesProps) {
  const sending = useSending({ intent: "noter", reservation: id })
  return (
    <>
      {internalNote && <p className="small wrap-anywhere whitespace-pre-wrap">{internalNote}</p>}
      <Notes
        notes={notes}
        draft={`booking-note:${id}`}
        noteKey={noteKey}
        hint={"Pour vous seulement\u00a0: le client ne la voit jamais."}
        fieldState={fieldState(refusal, "noter", "note")}
        busy={sending}
      >
        <input type="hidden" name="reservation" value={id} />
      </Notes>
    </>
  )
}
