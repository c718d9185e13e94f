import type { BookingRefusal } from "./view.ts"
import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { Form, useFetcher } from "react-router"
import { CONTRACT_HOURS } from "../../../../domain/booking/deadlines.ts"
import { isMailed } from "../../../../domain/correspondence/reach.ts"
import type { Month } from "../../../../domain/day.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { type BookingsUrl, type EditPart, bookingsHref } from "../../kit/booking/bookings-url.ts"
import { CustomerMailed } from "../../kit/booking/customer-mailed.tsx"
import { EditFoot } from "./edit-foot.tsx"
import { StaleNotice, changedMeanwhile } from "../../kit/stale-notice.tsx"
import { OrderDays } from "../order/days.tsx"
import { OrderOptions } from "../order/options.tsx"
import { OrderPlace } from "../order/place.tsx"
import type { BookingEditView } from "../order/view.ts"
import { PriceChangeTable } from "./price-change.tsx"
import { CALCULATE, SAVE } from "../../kit/booking/edit-intents.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"

type EditSheetProps = { edit: BookingEditView | "closed"; url: BookingsUrl; refusal: BookingRefusal | null }

const titles: Record<EditPart, string> = {
  dates: "Changer les dates",
  options: "Changer les options",
  adresse: "Changer l’adresse ou la livraison",
}

/** Changes one part of a booking: what it makes of the price is shown before anything is saved. */
export function EditSheet({ edit, url, refusal }: EditSheetProps) {
  const back = bookingsHref(url, { edit: null, days: [] })
  if (edit === "closed") {
    return (
      <Sheet title="Cette réservation ne se modifie plus" shape="card" closeHref={back}>
        <p className="soft">Elle a été refusée ou annulée. Remettez-la d’abord en attente.</p>
      </Sheet>
    )
  }
  const shown = refusal?.edit ?? edit
  return (
    <Sheet title={`${titles[shown.part]}, n°\u00a0${shown.number}`} shape="wide" closeHref={back}>
      <EditForm
        key={`${shown.part} ${shown.id} ${refusal?.edit ? `answered ${shown.seen}` : edit.seen}`}
        first={shown}
        url={url}
        back={back}
        refusal={refusal?.edit ? refusal : null}
      />
    </Sheet>
  )
}

function EditForm({
  first,
  url,
  back,
  refusal,
}: {
  first: BookingEditView
  url: BookingsUrl
  back: string
  refusal: BookingRefusal | null
}) {
  const form = useRef<HTMLFormElement>(null)
  const { latest, calculating, soon, turn } = useCalculation(form, url, first.days?.month)
  const live = latest?.edit && latest.edit.madeAt >= first.madeAt ? latest : null
  const shown = live?.edit ?? first
  const errors = (live ?? refusal)?.errors ?? {}
  const sending = useSending({ intent: SAVE, reservation: first.id })
  const hydrated = useHydrated()
  const monthHref = (month: Month) => bookingsHref(url, { month })
  const { proposal } = shown
  // A save was refused for it: the focus goes there, also when a calculation has come since. A calculation only tells it.
  const answered = refusal !== null && first.stale !== null
  return (
    <Form ref={form} method="post" className="stack gap-5" preventScrollReset noValidate={!answered}>
      <FormDraft
        name={`booking-${shown.part}:${shown.id}`}
        version={{ vu: String(shown.seen) }}
        answered={refusal !== null}
      >
        {errors["form"] && <FormError errors={[{ message: errors["form"] }]} answer={refusal} />}
        {answered && (
          <noscript>
            <p className="notice notice-warning">
              <a href="#entre-temps">{changedMeanwhile.booking.alone}.</a>
            </p>
          </noscript>
        )}
        <p className="small">
          <strong>{shown.clientName}</strong>, {shown.productName}
        </p>
        <RequiredNote />
        <input type="hidden" name="reservation" value={shown.id} />
        <input type="hidden" name="partie" value={shown.part} />
        {proposal && <input type="hidden" name="total-vu" value={proposal.price.after} />}
        {shown.days && (
          <OrderDays
            view={shown.days}
            error={errors["date"]}
            monthHref={monthHref}
            intent={CALCULATE}
            onChange={soon}
            onMonth={hydrated ? turn : undefined}
          />
        )}
        {first.options && <OrderOptions view={first.options} errors={errors} onChange={soon} />}
        {first.place && (
          <OrderPlace view={first.place} distanceKm={proposal?.distanceKm ?? null} errors={errors} onChange={soon} />
        )}
        <div className="without-script">
          <Button name="intent" value={CALCULATE} variant="secondary" size="small" formNoValidate>
            Calculer la différence
          </Button>
        </div>
        {shown.problem && (
          <Notice tone="error" title={shown.problem} live>
            Rien n’a été enregistré.
          </Notice>
        )}
        {proposal && (
          <section className="stack" aria-label="Ce que cela change">
            <PriceChangeTable
              change={proposal.price}
              photoPackQuantity={proposal.photoPackQuantity}
              delivery={proposal.delivery}
              distanceToConfirm={proposal.distanceToConfirm}
            />
            <Consequences edit={shown} />
            {proposal.changed && <MessageFields edit={shown} error={errors["message"]} />}
          </section>
        )}
        {shown.stale && (
          <div onChange={soon}>
            <StaleNotice stale={shown.stale} answer={answered ? refusal : null} />
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

/** Besides the price: what the change means for the payment and the contract. */
function Consequences({ edit }: { edit: BookingEditView }) {
  const { proposal, paymentStatus, status } = edit
  if (!proposal?.changed) return <p className="small soft">Rien n’est changé pour le moment.</p>
  const paid = paymentStatus !== "none" && paymentStatus !== "awaiting"
  return (
    <>
      {paid && proposal.price.difference !== 0 && (
        <Notice tone="warning" title="Un paiement est déjà enregistré">
          La différence reste à régler ou à rendre&nbsp;: l’enregistrer ici ne déplace pas d’argent.
        </Notice>
      )}
      {status === "confirmed" && (
        <p className="small soft">
          Le contrat d’une réservation modifiée est à signer de nouveau, dans les {CONTRACT_HOURS}&nbsp;heures de son
          envoi.
        </p>
      )}
    </>
  )
}

function MessageFields({ edit, error }: { edit: BookingEditView; error: string | undefined }) {
  const prepared = edit.proposal?.message.text ?? ""
  // While the owner has not touched it, the message follows what is chosen.
  const [own, setOwn] = useState(edit.ownText)
  if (!isMailed(edit.client)) return <CustomerMailed client={edit.client} />
  return (
    <div className="stack">
      <Checkbox
        name="prevenir"
        value="oui"
        label={`Prévenir ${edit.clientName} par e-mail (${edit.client.email})`}
        defaultChecked={edit.notify}
      />
      <input type="hidden" name="message-propose" value={prepared} />
      <TextArea
        label="Message"
        name="message"
        rows={9}
        maxLength={5000}
        hint={
          edit.canDeliverMail
            ? "Il part à l’enregistrement, si la case est cochée. Vous pouvez le récrire."
            : "Aucun serveur de messagerie n’est réglé\u00a0: il ne part pas. Si la case est cochée, il se lit sous E-mails."
        }
        value={own ?? prepared}
        onChange={(event) => setOwn(event.currentTarget.value)}
        error={error}
      />
    </div>
  )
}

const DEBOUNCE_MS = 350

/**
 * Asks the server what the form would make, a moment after its last change. The month on the screen is asked for with
 * it: once no day is chosen, the server would not know which.
 */
function useCalculation(form: RefObject<HTMLFormElement | null>, url: BookingsUrl, firstMonth: Month | undefined) {
  const fetcher = useFetcher<BookingRefusal>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { submit } = fetcher
  const send = useCallback(
    (action: string) => {
      if (!form.current) return
      const fields = new FormData(form.current)
      fields.set("intent", CALCULATE)
      setWaiting(false)
      void submit(fields, { method: "post", action })
    },
    [form, submit],
  )
  const shownMonth = fetcher.data?.edit?.days?.month ?? firstMonth
  const here = bookingsHref(url, shownMonth ? { month: shownMonth } : {})
  const soon = useCallback(() => {
    clearTimeout(timer.current)
    setWaiting(true)
    timer.current = setTimeout(() => send(here), DEBOUNCE_MS)
  }, [send, here])
  const turn = useCallback(
    (month: Month) => {
      clearTimeout(timer.current)
      send(bookingsHref(url, { month }))
    },
    [send, url],
  )
  return { latest: fetcher.data ?? null, calculating: waiting || fetcher.state !== "idle", soon, turn }
}
