import { capitalize } from "../../../../isomorphic/text/capitalize.ts"
import { withElision } from "../../../../domain/elision.ts"
import { AcceptedTerms } from "../../../kit/accepted-terms.tsx"
import { useEffect } from "react"
import { Form, useNavigation, useNavigationType } from "react-router"
import Download from "lucide-react/icons/download"
import { dayLong, dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { reportLabels } from "../../../../domain/booking/condition-report.ts"
import { securityDepositLabel } from "../../../../domain/finance/security-deposit.ts"
import { invoiceAmountLabel, invoiceTitle } from "../../../../domain/invoicing/invoice.ts"
import { formatMoney, sumAmounts } from "../../../../domain/money.ts"
import { sharedDeliveryLabel } from "../../../../domain/pricing/price-labels.ts"
import { priceFrom } from "../../../../domain/pricing/stored-price.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { EventStartPanel } from "../../kit/event-start-panel.tsx"
import { HomePanel } from "../../kit/home-fields.tsx"
import { HOME_INTENT } from "../../../http/home-tick.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FilmTimeline } from "../../../ui/film-timeline.tsx"
import { BookingError } from "../../kit/booking-error.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Receipt } from "../../../ui/receipt.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { VatModeContext, useTotalLabel, useVatMode } from "../../../kit/vat-mode.ts"
import { roundTripLabel } from "../../../../domain/delivery/delivery-labels.ts"
import { rentalLabel, rentalDays } from "../../../../domain/rental/rental.ts"
import { summaryLines } from "../../kit/price-summary.tsx"
import { StatusTag } from "../status-tag.tsx"
import { DepositPanel } from "./deposit-panel.tsx"
import { needsCustomerAction } from "./deposit-text.ts"
import { InsurancePanel } from "./insurance-panel.tsx"
import { DaySection } from "./day-section.tsx"
import { journeyFrames } from "./frames.ts"
import { NextAction, depositWithoutCard, hasPrimaryButton } from "./next-action.tsx"
import { Transfer } from "./transfer.tsx"
import type { BookingView } from "./view.ts"

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

function Price({ view }: { view: BookingView }) {
  const { price, when, place, instalments, paid, interest, signed, securityDeposit, deposit, journey } = view
  const quote = place.distanceToConfirm
    ? ({ kind: "to-confirm", distanceKm: 0, fee: 0 } as const)
    : ({ kind: "quoted", distanceKm: place.distanceKm, fee: 0 } as const)
  const isActive = journey.next.kind !== "ended"
  // Part of the signed price that is no longer claimed (decision 48).
  const goodwill = signed ? price.total - sumAmounts(instalments) : 0
  return (
    <Receipt
      title="Votre prix"
      subtitle={rentalLabel(when)}
      lines={summaryLines(
        priceFrom({ version: 1, lines: price.lines }),
        { quote, place: place.zipCode, town: place.city },
        place.isDelivery,
      )}
      totalLabel={useTotalLabel({ withoutDelivery: place.isDelivery && place.distanceToConfirm })}
      total={formatMoney(price.total)}
      note={
        <>
          {price.distanceEntered && <p>{price.distanceEntered}</p>}
          {securityDeposit > 0 && !deposit && isActive && <p>{securityDepositLabel(securityDeposit)}</p>}
        </>
      }
    >
      {instalments.length > 0 && isActive && (
        <dl className="lines mt-4">
          {instalments.map(({ kind, amount, dueOn }) => (
            <div key={kind}>
              <dt>
                {instalmentLabels[kind]}
                <small>{dueOn === null ? "à la signature" : `au plus tard le ${dayMedium(dueOn)}`}</small>
              </dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
          {goodwill > 0 && (
            <div>
              <dt>
                Geste commercial
                <small>en moins sur le prix</small>
              </dt>
              <dd>{formatMoney(-goodwill)}</dd>
            </div>
          )}
          {signed && (
            <div>
              <dt>
                <b>Reçu</b>
              </dt>
              <dd>{formatMoney(paid)}</dd>
            </div>
          )}
          {interest > 0 && (
            <div>
              <dt>
                Intérêts déduits
                <small>sur ce que vous avez payé plus de trois mois à l’avance</small>
              </dt>
              <dd>{formatMoney(interest)}</dd>
            </div>
          )}
        </dl>
      )}
      {!isActive && view.received > 0 && (
        <dl className="lines mt-4">
          <div>
            <dt>
              <b>Reçu</b>
            </dt>
            <dd>{formatMoney(view.received)}</dd>
          </div>
          {view.received > paid && (
            <div>
              <dt>Rendu</dt>
              <dd>{formatMoney(view.received - paid)}</dd>
            </div>
          )}
        </dl>
      )}
    </Receipt>
  )
}

const instalmentLabels = { "down-payment": "Acompte", balance: "Solde", full: "Paiement en une fois" } as const

function Change({ change }: { change: NonNullable<BookingView["change"]> }) {
  return (
    <section className="panel stack" aria-labelledby="change-title">
      <h2 className="title-card" id="change-title">
        Ce que la modification change
      </h2>
      <ChangeText lines={change.lines} totalBefore={change.totalBefore} total={change.total} />
    </section>
  )
}

export function ChangeText({ lines, totalBefore, total }: NonNullable<BookingView["change"]>) {
  const totalLabel = useTotalLabel()
  const rows = [
    ...lines,
    ...(total === totalBefore
      ? []
      : [{ label: totalLabel, before: formatMoney(totalBefore), after: formatMoney(total) }]),
  ]
  return (
    <dl className="recap-plain">
      {rows.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <s>
              <span className="sr-only">Avant&nbsp;: </span>
              {before}
            </s>
            <br />
            <b>
              <span className="sr-only">Après&nbsp;: </span>
              {after}
            </b>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function DateChange({ view: { dateRequest, dateAnswer, acts, ownerName } }: { view: BookingView }) {
  const busy = useNavigation().formMethod === "POST"
  if (dateRequest)
    return (
      <section className="panel stack" aria-labelledby="dates-title">
        <h2 className="title-card" id="dates-title">
          {ownerName === null ? "Vous avez demandé d’autres dates" : "D’autres dates sont demandées"}
        </h2>
        <p>
          {dateRequest.productName && <>{dateRequest.productName}&nbsp;: </>}
          {rentalLabel(dateRequest.when)}
          <span className="small soft">, demandé le {instantLong(dateRequest.requestedAt)}</span>
        </p>
        {dateRequest.note && <p className="whitespace-pre-line">«&nbsp;{dateRequest.note}&nbsp;»</p>}
        <p className="small soft">
          En attendant, votre réservation ne change pas. Les nouvelles dates ne sont pas gardées.
        </p>
        {acts.canWithdrawDateRequest && (
          <Form method="post">
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value="garder-les-dates"
              busy={busy}
              busyText="Envoi…"
            >
              Retirer ma demande
            </Button>
          </Form>
        )}
      </section>
    )
  if (!dateAnswer) return null
  return (
    <Notice
      tone={dateAnswer.accepted ? "success" : "warning"}
      title={dateAnswer.accepted ? "Vos nouvelles dates sont acceptées" : "Vos dates n’ont pas pu changer"}
    >
      <p>
        {rentalLabel(dateAnswer.when)}
        {dateAnswer.answer && <>. {dateAnswer.answer}</>}
      </p>
    </Notice>
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
              {place.placeName && (
                <>
                  {place.placeName}
                  <br />
                </>
              )}
              {place.street}
              <br />
              {place.zipCode} {place.city}
              {place.instructions && (
                <>
                  <br />
                  <span className="whitespace-pre-line">{place.instructions}</span>
                </>
              )}
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

function Documents({ view: { documents, invoices, reports, acceptedTerms } }: { view: BookingView }) {
  if (documents.length === 0 && invoices.length === 0 && reports.length === 0 && !acceptedTerms) return null
  return (
    <section className="panel stack" aria-labelledby="documents-title">
      <h2 className="title-card" id="documents-title">
        Documents
      </h2>
      <ul className="stack gap-3">
        {documents.map(({ version, signedAt, isReduced, endedAt, isVoid, text, pdf }) => (
          <li key={version} className="stack gap-2">
            <p>
              {documents.length > 1 ? `Contrat, version ${version}` : "Contrat"}
              <span className="small soft">
                {signedAt
                  ? `, ${isReduced ? "réduit par nos soins" : "signé"} le ${dayMedium(dayInParis(signedAt))}`
                  : ", à signer"}
                {endedAt && `, résilié le ${dayMedium(dayInParis(endedAt))}`}
                {isVoid && ", sans effet"}
              </span>
            </p>
            <p className="cluster">
              {pdf && (
                <a className="button button-secondary button-small" href={pdf} download>
                  <Icon icon={Download} size="small" />
                  {signedAt && !isReduced ? "Contrat signé (PDF)" : "Contrat (PDF)"}
                </a>
              )}
              <a className="button button-secondary button-small" href={text} download>
                <Icon icon={Download} size="small" />
                Contrat (texte)
              </a>
            </p>
            {!pdf && <p className="fine soft">Le PDF est en préparation.</p>}
          </li>
        ))}
        {invoices.map(({ number, kind, issuedOn, total, amount, href }) => (
          <li key={number} className="stack gap-2">
            <p>
              {invoiceTitle({ kind, number })} {number}
              <span className="small soft">
                , {dayMedium(issuedOn)}, {invoiceAmountLabel({ kind, total, amount })}
              </span>
            </p>
            <p>
              <a className="button button-secondary button-small" href={href} download>
                <Icon icon={Download} size="small" />
                {kind === "credit-note" ? "Avoir" : "Facture"} (PDF)<span className="sr-only"> {number}</span>
              </a>
            </p>
          </li>
        ))}
        {reports.map(({ id, leg, at, href }) => (
          <li key={id} className="stack gap-2">
            <p>
              {reportLabels[leg]}
              <span className="small soft">, {instantLong(at)}</span>
            </p>
            <p>
              <a className="button button-secondary button-small" href={href} download>
                <Icon icon={Download} size="small" />
                {reportLabels[leg]} (PDF)
              </a>
            </p>
          </li>
        ))}
        {acceptedTerms && (
          <li>
            <AcceptedTerms {...acceptedTerms} />
          </li>
        )}
      </ul>
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
