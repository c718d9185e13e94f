import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { withElision } from "../../../../domain/elision.ts"
import { useEffect } from "react"
import { useNavigationType } from "react-router"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { sharedDeliveryLabel } from "../../../../domain/pricing/price-labels.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { EventStartPanel } from "../../kit/event-start-panel.tsx"
import { HomePanel } from "../../kit/home-fields.tsx"
import { HOME_INTENT } from "../../../http/home-tick.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { AddressLines, Instructions } from "../../../kit/address-lines.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FilmTimeline } from "../../../ui/film-timeline.tsx"
import { BookingError } from "../../kit/booking-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { VatModeContext, useVatMode } from "../../../kit/vat-mode.ts"
import { roundTripLabel } from "../../../../domain/delivery/delivery-labels.ts"
import { rentalLabel, rentalDays } from "../../../../domain/rental/rental.ts"
import { StatusTag } from "../status-tag.tsx"
import { DepositPanel } from "./deposit-panel.tsx"
import { needsCustomerAction } from "./deposit-text.ts"
import { InsurancePanel } from "./insurance-panel.tsx"
import { DaySection } from "./day-section.tsx"
import { journeyFrames } from "./frames.ts"
import { NextAction, depositWithoutCard, hasPrimaryButton } from "./next-action.tsx"
import { Transfer } from "./transfer.tsx"
import type { BookingView } from "./view.ts"
import { Price } from "./price.tsx"
import { Documents } from "./documents.tsx"
import { Change, DateChange } from "./changes.tsx"

type BookingScreenProps = {
  view: BookingView
  done?: string | null
  refusal?: Refusal | null
}

export function BookingScreen(props: BookingScreenProps) {
  const today = useVatMode()
  return (
    <VatModeContext value={props.view.vatMode ?? today}>
      <BookingPage {...props} />
    </VatModeContext>
  )
}

/** The form that succeeded is far below; a refused one keeps its scroll position. */
function useScrollToTopWhenDone(done: string | null) {
  const isRestored = useNavigationType() === "POP"
  useEffect(() => {
    if (done && !isRestored) window.scrollTo(0, 0)
  }, [done, isRestored])
}

function BookingPage({ view, done = null, refusal = null }: BookingScreenProps) {
  useScrollToTopWhenDone(done)
  const isSettled = !hasPrimaryButton(view)
  const isHomeRefused = refusal?.values["intent"] === HOME_INTENT
  const depositWaits = view.deposit !== null && view.acts.deposit !== null && needsCustomerAction(view.deposit)
  return (
    <div className="page wizard-page">
      <header className="stack gap-2">
        <p className="cluster small soft">
          Réservation n°&nbsp;{view.number}
          {view.ownerName && <> {withElision(view.ownerName)}</>}
          <StatusTag status={view.status} hasEnded={view.journey.next.kind === "ended"} />
          {view.isDemonstration && <Tag tone="busy">Démonstration</Tag>}
        </p>
        <h1 className="title-page">
          {view.productName}, {rentalLabel(view.when)}
        </h1>
      </header>
      {done && <Notice tone="success" title={done} live />}
      <BookingError
        errors={Object.values(isHomeRefused ? {} : (refusal?.errors ?? {})).map((message) => ({ message }))}
        answer={isHomeRefused ? null : refusal}
      />
      <div className="life">
        <div className="life-next">
          <NextAction view={view} />
        </div>
        <div className="life-film stack">
          <FilmTimeline label="Les étapes de votre réservation" frames={journeyFrames(view)} headingLevel={2} />
        </div>
        <div className="life-price stack gap-6">
          {view.transfer && !view.isDemonstration && <Transfer transfer={view.transfer} />}
          <Price view={view} />
          {view.deposit && (
            <DepositPanel
              deposit={view.deposit}
              // The next action already has this button.
              formPath={depositWithoutCard(view) ? null : view.acts.deposit}
              isPrimary={isSettled}
            />
          )}
        </div>
        <div className="life-rest stack gap-6">
          {view.change && <Change change={view.change} />}
          <DateChange view={view} />
          {view.insurance && (
            <InsurancePanel
              state={view.insurance}
              handIn={view.acts.insurance}
              isPrimary={isSettled && !depositWaits}
            />
          )}
          {view.day && <DaySection day={view.day} />}
          {view.eventStart && <EventStartPanel start={view.eventStart} refusal={refusal} />}
          {view.homeQuestion && (
            <HomePanel question={view.homeQuestion} refusal={refusal}>
              <p className="small soft">Pour le contrat et la facture, avant de signer.</p>
            </HomePanel>
          )}
          <BookingDetails view={view} />
          <Documents view={view} />
          <OtherActs acts={view.acts} />
          <History history={view.history} />
        </div>
      </div>
    </div>
  )
}

function BookingDetails({ view: { rentals, place, home, price, productName } }: { view: BookingView }) {
  const shared = price.lines.find(({ kind }) => kind === "delivery")?.shared ?? null
  const isBilledHere = home === null || addressLine(home) === addressLine(place)
  return (
    <section className="panel stack" aria-labelledby="agreed-title">
      <h2 className="title-card" id="agreed-title">
        {productName}
      </h2>
      <dl className="recap-plain">
        {rentals.map((rental) => (
          <div key={rental.position}>
            <dt>{rentals.length > 1 ? rental.productName : "Dates réservées"}</dt>
            <dd>
              <ul>
                {rentalDays(rental).map((day) => (
                  <li key={day}>{dayLong(day)}</li>
                ))}
              </ul>
              {rental.times && <p>{capitalize(rental.times)}.</p>}
            </dd>
          </div>
        ))}
        <div>
          <dt>
            {place.isDelivery
              ? "Adresse de livraison"
              : isBilledHere
                ? "Adresse de facturation"
                : "Lieu de l’événement"}
          </dt>
          <dd>
            <address className="not-italic">
              <AddressLines address={place} />
              <Instructions text={place.instructions} />
            </address>
          </dd>
        </div>
        {home && (place.isDelivery || !isBilledHere) && (
          <div>
            <dt>{place.isDelivery ? "Votre adresse" : "Adresse de facturation"}</dt>
            <dd>{addressLine(home)}</dd>
          </div>
        )}
        <div>
          <dt>{place.isDelivery ? "Livraison" : "Retrait"}</dt>
          <dd>
            {place.isDelivery
              ? place.distanceToConfirm
                ? "Distance à confirmer\u00a0: les frais s’ajouteront avant toute signature."
                : [
                    shared?.counted === false && place.distanceKm === 0 ? null : roundTripLabel(place.distanceKm),
                    "livraison et reprise par nos soins",
                    shared && sharedDeliveryLabel(shared),
                  ]
                    .filter(Boolean)
                    .join(", ")
              : `Au dépôt${place.warehouse ? `, ${place.warehouse}` : ""}, gratuit`}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function OtherActs({ acts: { cancel, withdraw, requestDates } }: Pick<BookingView, "acts">) {
  if (!cancel && !withdraw && !requestDates) return null
  return (
    <section className="panel stack" aria-labelledby="acts-title">
      <h2 className="title-card" id="acts-title">
        Changer d’avis
      </h2>
      {withdraw && (
        <p className="small soft">
          Vous pouvez renoncer au contrat sans motif jusqu’au {dayLong(withdraw.lastDay)} inclus.
        </p>
      )}
      <p className="cluster">
        {requestDates && (
          <ButtonLink to={requestDates} variant="secondary" size="small">
            Demander d’autres dates
          </ButtonLink>
        )}
        {withdraw && (
          <ButtonLink to={withdraw.href} variant="secondary" size="small">
            Renoncer au contrat ici
          </ButtonLink>
        )}
        {cancel && (
          <ButtonLink to={cancel} variant="quiet" size="small">
            Annuler la réservation
          </ButtonLink>
        )}
      </p>
    </section>
  )
}

function History({ history }: Pick<BookingView, "history">) {
  return (
    <details className="panel">
      <summary className="title-card">Historique</summary>
      <ol className="stack gap-3 mt-4 small">
        {history.map(({ at, text }, index) => (
          <li key={index}>
            {text}
            <span className="block fine soft">{instantLong(at)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
