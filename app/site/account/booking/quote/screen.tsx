import { type ReactNode, useEffect, useState } from "react"
import { Form } from "react-router"
import Clock from "lucide-react/icons/clock-3"
import { dayLong, instantLong } from "../../../../../domain/day-labels.ts"
import { securityDepositLabel } from "../../../../../domain/finance/security-deposit.ts"
import { totalLabel } from "../../../../../domain/finance/vat-wording.ts"
import { type Cents, formatMoney, roundHalfAway } from "../../../../../domain/money.ts"
import { priceFrom } from "../../../../../domain/pricing/stored-price.ts"
import { validityLabel } from "../../../../../domain/quotes/validity.ts"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"
import { capitalize } from "../../../../../isomorphic/text/capitalize.ts"
import { BottomBar } from "../../../../ui/bottom-bar.tsx"
import { Button } from "../../../../ui/button.tsx"
import { Checkbox } from "../../../../ui/checkbox.tsx"
import { Icon } from "../../../../ui/icon.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { Photo } from "../../../../ui/photo.tsx"
import { ReceiptLines } from "../../../../ui/receipt.tsx"
import { Unbroken } from "../../../../ui/unbroken.tsx"
import { useHydrated } from "../../../../ui/use-hydrated.ts"
import { summaryLines } from "../../../kit/price-summary.tsx"
import { QuoteChange } from "./change.tsx"
import { OPTION_FIELD } from "./intents.ts"
import { NearOffers } from "./near-offers.tsx"
import type { QuoteView } from "./view.ts"
import { type QuoteRefusal, OtherWays, QuoteLinks } from "./other-ways.tsx"

type QuoteScreenProps = { view: QuoteView; refusal: QuoteRefusal | null; done: string | null }

const ACCEPT_FORM = "accepter"

export function QuoteScreen({ view, refusal, done }: QuoteScreenProps) {
  const { reader, taken } = view
  const [ticked, setTicked] = useState<readonly string[]>([])
  const readTicks = () => setTicked(tickedInForm())
  // Boxes may be ticked before hydration, or restored by the browser.
  useEffect(readTicks, [])
  const total = view.price.total + sumOf(view, ticked)
  const bill = { view, ticked, total }
  return (
    <div className="page wizard-page quote-page">
      <header className="stack gap-2">
        <p className="small soft">
          Devis {view.number}
          {reader?.name && ` pour ${reader.name}`}
        </p>
        <h1 className="title-page">
          <Unbroken>{titleOf(view)}</Unbroken>
        </h1>
        <p className="quote-until">
          <Icon icon={Clock} />
          <span>
            Valable jusqu’au {validityLabel(view.validUntil)}
            {view.keptUntil && <small>Date gardée jusqu’au {dayLong(view.keptUntil)}</small>}
          </span>
        </p>
      </header>
      {done && <Notice tone="success" title={done} live />}
      {taken && reader && <NearOffers taken={taken} refusal={refusal} />}
      {view.change && <QuoteChange change={view.change} />}
      {view.changeRequest && (
        <Notice tone="info" title="Votre demande attend notre réponse">
          <p className="wrap-anywhere whitespace-pre-wrap">«&nbsp;{view.changeRequest}&nbsp;»</p>
        </Notice>
      )}
      {view.orderReceivedAt && (
        <Notice tone="success" title="Bon de commande reçu. Nous vous répondons." live>
          <p>
            Reçu le {instantLong(view.orderReceivedAt)}. {!taken && "Vous pouvez toujours accepter en ligne."}
          </p>
        </Notice>
      )}
      <div className="quote-columns">
        <section className="quote-rental panel stack" aria-label="Votre location">
          {reader?.message && <p className="wrap-anywhere whitespace-pre-wrap">{reader.message}</p>}
          <QuoteFacts view={view} />
          <ul className="quote-machines">
            {view.machines.map(({ name, detail, picture }, index) => (
              <li key={index}>
                {picture && <Photo image={picture} sizes="6rem" />}
                <p>
                  <b>{name}</b>
                  {detail && <small>{detail}</small>}
                </p>
              </li>
            ))}
          </ul>
        </section>
        <div className="quote-bill stack gap-4">
          <QuotePrice {...bill} onTick={readTicks}>
            {reader && !taken && (
              <p className="quote-accept mt-4">
                <Button form={ACCEPT_FORM} wide>
                  Accepter
                </Button>
              </p>
            )}
          </QuotePrice>
          {reader && <QuoteLinks pdf={reader.paths.pdf} refusal={refusal} />}
        </div>
        {reader && <OtherWays orderReceivedAt={view.orderReceivedAt} refusal={refusal} />}
      </div>
      {reader && !taken && (
        <>
          <Form id={ACCEPT_FORM} action={reader.paths.accept} />
          <BottomBar
            total={formatMoney(total)}
            caption={signatureLabel(view, total) ?? totalLabel(view.vatMode)}
            lines={<ReceiptLines lines={[...receiptLines(view), ...tickedReceiptLines(view, ticked)]} />}
          >
            <Button form={ACCEPT_FORM}>Accepter</Button>
          </BottomBar>
        </>
      )}
    </div>
  )
}

function tickedInForm(): string[] {
  const form = document.getElementById(ACCEPT_FORM)
  return form instanceof HTMLFormElement ? new FormData(form).getAll(OPTION_FIELD).map(String) : []
}

function titleOf({ days }: Pick<QuoteView, "days">): string {
  const label = rentalLabel({ dates: days })
  return days.length === 1 ? `Votre ${label}` : `Votre location, ${label}`
}

function sumOf({ extras }: Pick<QuoteView, "extras">, ticked: readonly string[]): Cents {
  return extras.reduce((sum, { id, amount }) => sum + (ticked.includes(id) ? amount : 0), 0)
}

function QuoteFacts({ view: { stops, place } }: { view: Pick<QuoteView, "stops" | "place"> }) {
  return (
    <dl className="quote-facts">
      {stops.map(({ label, when }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{capitalize(when)}</dd>
        </div>
      ))}
      <div>
        <dt>Où</dt>
        <dd>{place}</dd>
      </div>
    </dl>
  )
}

function receiptLines({ price, delivery }: QuoteView) {
  const { isDelivery, zipCode, city, distanceKm } = delivery
  const zone = price.lines.find(({ kind }) => kind === "delivery")?.zone
  const quote = { kind: "quoted", distanceKm, fee: 0, ...(zone !== undefined && { zone }) } as const
  return summaryLines(priceFrom(price), { quote, place: zipCode, town: city }, isDelivery)
}

function tickedReceiptLines({ extras }: QuoteView, ticked: readonly string[]) {
  return extras
    .filter(({ id }) => ticked.includes(id))
    .map(({ label, amount }) => ({ label, amount: formatMoney(amount) }))
}

/** The down payment grows with what is ticked. */
function signatureLabel({ instalments, downPaymentPercent }: QuoteView, total: Cents): string | null {
  const first = instalments.find(({ dueOn }) => dueOn === null)
  if (!first) return null
  const amount = first.kind === "full" ? total : roundHalfAway((total * downPaymentPercent) / 100)
  return `dont ${formatMoney(amount)} à la signature`
}

type QuotePriceProps = {
  view: QuoteView
  ticked: readonly string[]
  total: Cents
  onTick: () => void
  children: ReactNode
}

/** The total without extras stands first, and nothing is ticked beforehand (L121-17). */
function QuotePrice({ view, ticked, total, onTick, children }: QuotePriceProps) {
  const hydrated = useHydrated()
  const { extras, reader, vatMode, price } = view
  const deposit = securityDepositLabel(view.securityDeposit)
  const atSignature = signatureLabel(view, total)
  return (
    <section className="panel stack" aria-labelledby="quote-price">
      <h2 className="title-card" id="quote-price">
        Votre prix
      </h2>
      <ReceiptLines lines={receiptLines(view)} />
      <p className="total">
        <span>{totalLabel(vatMode)}</span> <strong>{formatMoney(price.total)}</strong>
      </p>
      {extras.length > 0 && (
        <fieldset className="field quote-extras">
          <legend className="field-label">En plus, si vous voulez</legend>
          {extras.map(({ id, label, amount }) =>
            reader ? (
              <Checkbox
                key={id}
                form={ACCEPT_FORM}
                name={OPTION_FIELD}
                value={id}
                autoComplete="off"
                onChange={onTick}
                label={
                  <span className="quote-extra">
                    {label} <b>{formatMoney(amount)}</b>
                  </span>
                }
              />
            ) : (
              <p key={id} className="quote-extra">
                {label} <b>{formatMoney(amount)}</b>
              </p>
            ),
          )}
          {reader && !hydrated && <p className="hint">Le total avec vos choix s’affiche avant de signer.</p>}
        </fieldset>
      )}
      <div aria-live="polite">
        {ticked.length > 0 && (
          <p className="total">
            <span>{totalLabel(vatMode)}, avec vos choix</span> <strong>{formatMoney(total)}</strong>
          </p>
        )}
      </div>
      <div className="fine soft stack gap-2">
        {atSignature && <p>{capitalize(atSignature)}.</p>}
        {deposit && <p>{deposit}</p>}
      </div>
      {children}
    </section>
  )
}
