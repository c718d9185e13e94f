import { Form } from "react-router"
import { daysLabel } from "../../../domain/pricing/price-labels.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { CollectionsOnDays, DayConflicts, blockFreeDaysLabel } from "../kit/booking/day-conflicts.tsx"
import { fieldState } from "../kit/booking/field-state.ts"
import type { Refusal } from "../../http/refusal.ts"
import { Sheet } from "../kit/sheet.tsx"
import { useSending } from "../kit/use-sending.ts"
import { undoHint } from "../kit/undo-hint.ts"
import { type DaysAct, type PlanningUrl, planningHref } from "./url.ts"
import type { DaysPreview } from "./view.ts"
import { closedMessage } from "./closed-list.tsx"

type PreviewSheetProps = { act: DaysAct; preview: DaysPreview; url: PlanningUrl; refusal: Refusal | null }

export function PreviewSheet({ act, preview, url, refusal }: PreviewSheetProps) {
  const back = planningHref(url, { act: null })
  const verb = act === "bloquer" ? "Bloquer" : "Libérer"
  const { days, productName, productCount, past, closed, closedDays, bookings, collections, cartCount } = preview
  const conflict = act === "bloquer" && bookings.length > 0
  const productDayCount = days.length * productCount
  return (
    <Sheet title={`${verb} ${daysLabel(days.length)}\u00a0?`} closeHref={back}>
      <div className="stack">
        <p>
          <strong>{productName ?? `Tous les produits (${productCount})`}</strong>
          <br />
          {closedMessage(days)}
        </p>
        <ul className="stack gap-1 small">
          {past > 0 && (
            <li>{past > 1 ? `${past} jours passés restent comme ils sont.` : "Un jour passé reste comme il est."}</li>
          )}
          {act === "bloquer" && closedDays > 0 && (
            <li>
              {closedDays === productDayCount ? "Tout est déjà bloqué" : `Déjà bloqué\u00a0: ${daysLabel(closedDays)}`}
              {productCount > 1 && closedDays !== productDayCount ? ", tous produits confondus" : ""}. Un nouveau motif
              remplacerait l’ancien.
            </li>
          )}
          {act === "liberer" && (
            <li>
              {closedDays === 0
                ? "Aucun de ces jours n’est bloqué\u00a0: il n’y a rien à libérer."
                : `Bloqué aujourd’hui\u00a0: ${daysLabel(closedDays)}${productCount > 1 ? ", tous produits confondus" : ""}.`}
            </li>
          )}
          {closed.slice(0, MAX_LISTED).map(({ productName: name, days: reasonDays, reason }) => (
            <li key={`${name} ${reason}`} className="soft">
              {reason ?? "Sans motif"}
              {productCount > 1 ? ` (${name})` : ""}&nbsp;: {closedMessage(reasonDays)}
            </li>
          ))}
          {act === "bloquer" && cartCount > 0 && (
            <li>
              {cartCount > 1 ? `${cartCount} paniers en cours tiennent` : "Un panier en cours tient"} un de ces
              jours&nbsp;: la personne devra en choisir un autre.
            </li>
          )}
        </ul>
        {conflict && <DayConflicts bookings={bookings} />}
        {act === "bloquer" && collections.length > 0 && <CollectionsOnDays bookings={collections} />}
        <ActForm {...{ act, verb, conflict, url, refusal, back }} />
      </div>
    </Sheet>
  )
}

const MAX_LISTED = 8
type ActFormProps = Pick<PreviewSheetProps, "act" | "url" | "refusal"> & {
  verb: string
  conflict: boolean
  back: string
}

function ActForm({ act, verb, conflict, url, refusal, back }: ActFormProps) {
  const intent = conflict ? "bloquer-libre" : act
  const sending = useSending({ intent })
  const { error, value } = fieldState(refusal, intent, "motif")
  return (
    <Form method="post" className="stack" preventScrollReset>
      {act === "bloquer" && (
        <TextField
          label="Motif"
          name="motif"
          optional
          maxLength={500}
          defaultValue={value ?? refusal?.values.motif ?? url.reason}
          error={error}
          hint={"Visible dans l’administration seulement. Par exemple\u00a0: Congés."}
          id="apercu-motif"
        />
      )}
      {act === "bloquer" && <p className="small soft">{undoHint("availability.blocked")}</p>}
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
