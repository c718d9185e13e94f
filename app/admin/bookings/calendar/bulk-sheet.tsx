import { Form } from "react-router"
import { daysLong } from "../../../../domain/day-labels.ts"
import { daysLabel } from "../../../../domain/pricing/price-labels.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { type BookingsUrl, type BulkKind, bookingsHref } from "../../kit/booking/bookings-url.ts"
import type { PickedProduct } from "../../kit/calendar/view.ts"
import { type DayConflict, DayConflicts, blockFreeDaysLabel } from "../../kit/booking/day-conflicts.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { undoHint } from "../../kit/undo-hint.ts"

type BulkSheetProps = {
  kind: BulkKind
  product: PickedProduct
  conflicts: readonly DayConflict[]
  url: BookingsUrl
  refusal: Refusal | null
}

export function BulkSheet({ kind, product, conflicts, url, refusal }: BulkSheetProps) {
  const back = bookingsHref(url, { bulk: null })
  if (url.days.length === 0) {
    return (
      <Sheet title="Aucun jour choisi" shape="card" closeHref={back}>
        <p className="soft">Cochez d’abord des jours libres ou bloqués dans le calendrier.</p>
      </Sheet>
    )
  }
  const verb = kind === "bloquer" ? "Bloquer" : "Libérer"
  return (
    <Sheet title={`${verb} ${daysLabel(url.days.length)}\u00a0?`} closeHref={back}>
      <BulkForm {...{ kind, product, conflicts, url, refusal, back, verb }} />
    </Sheet>
  )
}

function BulkForm({
  kind,
  product,
  conflicts,
  url,
  refusal,
  back,
  verb,
}: BulkSheetProps & { back: string; verb: string }) {
  const conflict = kind === "bloquer" && conflicts.length > 0
  const intent = conflict ? "bloquer-libre" : kind
  const sending = useSending({ intent, produit: product.id })
  const { error, value } = fieldState(refusal, intent, "motif")
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name="produit" value={product.id} />
      {url.days.map((day) => (
        <input key={day} type="hidden" name="jours" value={day} />
      ))}
      <p>
        <strong>{product.name}</strong>
        <br />
        {daysLong(url.days)}
      </p>
      {conflict && <DayConflicts bookings={conflicts} />}
      {kind === "bloquer" && (
        <TextField
          label="Motif"
          name="motif"
          optional
          maxLength={500}
          hint={"Visible dans l’administration seulement. Par exemple\u00a0: Révision."}
          defaultValue={value ?? refusal?.values.motif}
          error={error}
        />
      )}
      <p className="small soft">
        {kind === "bloquer"
          ? "Les clients ne pourront plus réserver ces jours. Les réservations déjà faites ne changent pas."
          : "Les clients pourront à nouveau réserver ces jours."}{" "}
        {kind === "bloquer" && undoHint("availability.blocked")}
      </p>
      <div className="dialog-foot">
        <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
          Annuler
        </ButtonLink>
        <Button name="intent" value={intent} size="small" busy={sending}>
          {conflict ? blockFreeDaysLabel : verb}
        </Button>
      </div>
    </Form>
  )
}
