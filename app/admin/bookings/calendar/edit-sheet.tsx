import type { BookingRefusal } from "./view.ts"
import { useRef, useState } from "react"
import { Form, useFetcher } from "react-router"
import { CONTRACT_HOURS } from "../../../../domain/booking/deadlines.ts"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import type { Month } from "../../../../domain/day.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { type BookingsUrl, CALCULATE, SAVE, bookingsHref, editPartLabels } from "../../kit/booking/bookings-url.ts"
import { CustomerMailNote } from "../../kit/booking/customer-mail-note.tsx"
import { EditFoot } from "./edit-foot.tsx"
import { StaleNotice, conflictTexts } from "../../kit/stale-notice.tsx"
import { useCalculation } from "../order/use-calculation.ts"
import { OrderDays } from "../order/days.tsx"
import { OrderOptions } from "../order/options.tsx"
import { OrderPlace } from "../order/place.tsx"
import type { BookingEditView } from "../order/view.ts"
import { PriceChangeTable } from "./price-change.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"

type EditSheetProps = { edit: BookingEditView | "closed"; url: BookingsUrl; refusal: BookingRefusal | null }

export function EditSheet({ edit, url, refusal }: EditSheetProps) {
  const back = bookingsHref(url, { edit: null, days: [] })
  if (edit === "closed") {
    return (
      <Sheet title="Cette réservation ne se modifie plus" shape="card" closeHref={back}>
        <p className="soft">
          Elle a été refusée ou annulée, ou cette location n’y est plus. Annulée, remettez-la d’abord en attente.
        </p>
      </Sheet>
    )
  }
  const displayed = refusal?.edit ?? edit
  return (
    <Sheet title={`${editPartLabels[displayed.part]}, n°\u00a0${displayed.number}`} shape="wide" closeHref={back}>
      <EditForm
        key={`${displayed.part} ${displayed.rental} ${displayed.id} ${refusal?.edit ? `answered ${displayed.loadedVersion}` : edit.loadedVersion}`}
        initial={displayed}
        url={url}
        back={back}
        refusal={refusal?.edit ? refusal : null}
      />
    </Sheet>
  )
}

function EditForm({
  initial,
  url,
  back,
  refusal,
}: {
  initial: BookingEditView
  url: BookingsUrl
  back: string
  refusal: BookingRefusal | null
}) {
  const form = useRef<HTMLFormElement>(null)
  const fetcher = useFetcher<BookingRefusal>()
  const latest = fetcher.data
  const monthHref = (month: Month | null) => bookingsHref(url, month ? { month } : {})
  const { calculating, scheduleCalculation, calculateForMonth } = useCalculation(form, {
    fetcher,
    intent: CALCULATE,
    month: latest?.edit?.days?.month ?? initial.days?.month ?? null,
    monthHref,
  })
  const latestEdit = latest?.edit && latest.edit.madeAt >= initial.madeAt ? latest : null
  const displayed = latestEdit?.edit ?? initial
  const errors = (latestEdit ?? refusal)?.errors ?? {}
  // Fields keep what is typed; only another product brings other options.
  const { options } = displayed.added ? displayed : initial
  const sending = useSending({ intent: SAVE, reservation: initial.id })
  const hydrated = useHydrated()
  const { proposal } = displayed
  // Only a refused save moves the focus to the conflict; a later calculation merely announces it.
  const wasRefused = refusal !== null && initial.stale !== null
  return (
    <Form ref={form} method="post" className="stack gap-5" preventScrollReset noValidate={!wasRefused}>
      <FormDraft
        name={`booking-${displayed.part}${displayed.rental ?? ""}:${displayed.id}`}
        version={{ vu: String(displayed.loadedVersion) }}
        answered={refusal !== null}
      >
        {errors["form"] && <FormError errors={[{ message: errors["form"] }]} answer={refusal} />}
        {wasRefused && (
          <noscript>
            <p className="notice notice-warning">
              <a href="#entre-temps">{conflictTexts.booking.alone}.</a>
            </p>
          </noscript>
        )}
        <p className="small">
          <strong>{displayed.clientName}</strong>, {displayed.productName}
        </p>
        <RequiredNote />
        <input type="hidden" name="reservation" value={displayed.id} />
        <input type="hidden" name="partie" value={displayed.part} />
        {displayed.rental !== null && <input type="hidden" name="location" value={displayed.rental} />}
        {displayed.added && (
          <AddedProduct
            added={displayed.added}
            error={errors["louer"]}
            onProduct={() => calculateForMonth(null)}
            onChange={scheduleCalculation}
          />
        )}
        {proposal && <input type="hidden" name="total-vu" value={proposal.price.after} />}
        {displayed.days && (
          <OrderDays
            view={displayed.days}
            errors={errors}
            monthHref={monthHref}
            intent={CALCULATE}
            onChange={scheduleCalculation}
            onMonth={hydrated ? calculateForMonth : undefined}
          />
        )}
        {options && (
          <OrderOptions
            key={displayed.added?.product?.id ?? "agreed"}
            view={options}
            errors={errors}
            onChange={scheduleCalculation}
          />
        )}
        {initial.place && (
          <OrderPlace
            view={initial.place}
            distanceKm={proposal?.distanceKm ?? null}
            errors={errors}
            onChange={scheduleCalculation}
          />
        )}
        <div className="without-script">
          <Button name="intent" value={CALCULATE} variant="secondary" size="small" formNoValidate>
            Calculer la différence
          </Button>
        </div>
        {displayed.problem && (
          <Notice tone="error" title={displayed.problem} live>
            Rien n’a été enregistré.
          </Notice>
        )}
        {proposal && (
          <section className="stack" aria-label="Ce que cela change">
            <PriceChangeTable
              change={proposal.price}
              delivery={proposal.delivery}
              distanceToConfirm={proposal.distanceToConfirm}
            />
            <Consequences edit={displayed} />
            {proposal.changed && <MessageFields edit={displayed} error={errors["message"]} />}
          </section>
        )}
        {displayed.stale && (
          <div onChange={scheduleCalculation}>
            <StaleNotice stale={displayed.stale} answer={wasRefused ? refusal : null} />
          </div>
        )}
        <EditFoot proposal={proposal}>
          <ButtonLink to={back} variant="secondary" size="small" preventScrollReset replace>
            Ne rien changer
          </ButtonLink>
          {proposal?.changed && (
            <Button name="intent" value={SAVE} size="small" busy={sending || calculating}>
              Enregistrer les changements
            </Button>
          )}
        </EditFoot>
      </FormDraft>
    </Form>
  )
}

type AddedProductProps = {
  added: NonNullable<BookingEditView["added"]>
  error: string | undefined
  onProduct: () => void
  onChange: () => void
}

function AddedProduct({
  added: { products, product, withoutSupplement },
  error,
  onProduct,
  onChange,
}: AddedProductProps) {
  if (!product) return null
  return (
    <>
      <input type="hidden" name="produit-vu" value={product.id} />
      <SelectField
        label="Produit"
        id="louer"
        name="louer"
        defaultValue={product.id}
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        error={error}
        onChange={onProduct}
      />
      {withoutSupplement !== null && (
        <Checkbox
          name="sans-supplement"
          value="oui"
          label="Sans supplément"
          hint={"Le changement vient de nous\u00a0: plus cher, le total n’augmente pas. Moins cher, il baisse."}
          defaultChecked={withoutSupplement}
          onChange={onChange}
        />
      )}
    </>
  )
}

function Consequences({ edit }: { edit: BookingEditView }) {
  const { proposal, paymentStatus, status } = edit
  if (!proposal?.changed) return <p className="small soft">Rien n’est changé pour le moment.</p>
  const hasPayment = paymentStatus !== "none" && paymentStatus !== "awaiting"
  return (
    <>
      {hasPayment && proposal.price.difference !== 0 && (
        <Notice tone="warning" title="Un paiement est déjà enregistré">
          La différence reste à régler ou à rendre&nbsp;: l’enregistrer ici ne déplace pas d’argent.
        </Notice>
      )}
      {status === "confirmed" && (
        <p className="small soft">
          Le contrat sera à signer de nouveau, dans les {CONTRACT_HOURS}&nbsp;heures de son envoi.
        </p>
      )}
    </>
  )
}

function MessageFields({ edit, error }: { edit: BookingEditView; error: string | undefined }) {
  const preparedText = edit.proposal?.message.text ?? ""
  // Until the owner edits it, the message follows the current selection.
  const [editedText, setEditedText] = useState(edit.ownText)
  if (!isMailed(edit.client)) return <CustomerMailNote client={edit.client} />
  return (
    <div className="stack">
      <Checkbox
        name="prevenir"
        value="oui"
        label={`Prévenir ${edit.clientName} par e-mail (${edit.client.email})`}
        defaultChecked={edit.notify}
      />
      <input type="hidden" name="message-propose" value={preparedText} />
      <TextArea
        label="Message"
        name="message"
        rows={9}
        maxLength={5000}
        hint={
          edit.canMail
            ? "Il part à l’enregistrement, si la case est cochée."
            : "Aucun serveur de messagerie n’est réglé\u00a0: il ne part pas. Si la case est cochée, il se lit sous E-mails."
        }
        value={editedText ?? preparedText}
        onChange={(event) => setEditedText(event.currentTarget.value)}
        error={error}
      />
    </div>
  )
}
