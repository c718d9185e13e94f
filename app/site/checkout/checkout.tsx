import { useEffect, useRef, useState } from "react"
import ChevronLeft from "lucide-react/icons/chevron-left"
import { href, useNavigation } from "react-router"
import { placeLine } from "../../../domain/booking/booking.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { PROMO_CODE_FIELD } from "../../http/promo-code-field.ts"
import { PromoCodePart } from "../kit/promo-code-part.tsx"
import { CompanyPart } from "../../kit/company-part.tsx"
import { VIEWED_ACCOUNT_FIELD } from "../../http/viewed-account.ts"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { BottomBar } from "../../ui/bottom-bar.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { useIsEarlyInputReplayed } from "../../ui/early-input.ts"
import { Notice } from "../../ui/notice.tsx"
import { type Step, Stepper } from "../../ui/stepper.tsx"
import { AddressStep } from "../kit/address-step.tsx"
import { BookingError } from "../kit/booking-error.tsx"
import { DeliveryChoice, OrderTerms } from "../kit/delivery-choice.tsx"
import { DeliveryWarning } from "../kit/delivery-warning.tsx"
import { HoldEndingLater } from "../kit/hold-ending-later.tsx"
import { findInstantModes } from "../kit/instant-modes.ts"
import { OnBehalfNotice } from "../kit/on-behalf-notice.tsx"
import { NextButton } from "../kit/next-button.tsx"
import { isWithoutDelivery, totalText } from "../kit/price-summary.tsx"
import { StepForm } from "../kit/step-form.tsx"
import { HOME_TICK } from "../../http/home-tick.ts"
import { useDraftAddress } from "../kit/use-draft-address.ts"
import { useMinutesLeft } from "../kit/use-minutes-left.ts"
import { useServerClock } from "../kit/use-server-clock.ts"
import { useMode } from "../kit/use-mode.ts"
import { useTotalAnnouncement } from "../kit/use-total-announcement.ts"
import { useStepFocus } from "../kit/use-step-focus.ts"
import { CheckoutPrice, CheckoutPriceLines, orderTotal, countTrips } from "./price.tsx"
import { CheckoutRecap } from "./recap.tsx"
import { modeSearch, stepPath } from "./step-url.ts"
import type { CheckoutLine, CheckoutRefusal, CheckoutStep, CheckoutView } from "./view.ts"

const titles: Record<CheckoutStep, string> = {
  address: "Où a lieu votre événement\u00a0?",
  delivery: "Livraison ou retrait",
}

type CheckoutProps = { view: CheckoutView; refusal: CheckoutRefusal | null }

export function Checkout(props: CheckoutProps) {
  const lastStep = useRef<string | null>(null)
  return <CheckoutAtStep key={`${props.view.step} ${props.view.account.id}`} {...props} lastStep={lastStep} />
}

function CheckoutAtStep({ view, refusal, lastStep }: CheckoutProps & { lastStep: { current: string | null } }) {
  const mode = useMode(view)
  useModeInUrl(view.step, mode.isDeliveryTicked)
  const clock = useServerClock(view.at)
  const draft = useDraftAddress(view, refusal, clock)
  const minutes = useMinutesLeft(view.holdEndsAt, clock)
  const busy = useNavigation().state === "submitting"
  const { step, lines } = view
  const title = useStepFocus({ product: { id: "panier" }, step }, lastStep, refusal === null)
  const isInputReplayed = useIsEarlyInputReplayed()

  const { delivery } = draft
  // Only the pick-up remains for a place that is too far away.
  const isDelivery = mode.isDelivery && !(step === "delivery" && delivery?.quote.kind === "too-far")
  const total = orderTotal(view, delivery, isDelivery)
  const withoutDelivery = isWithoutDelivery(delivery, isDelivery)
  const totalLabel = useTotalLabel({ withoutDelivery })
  const subject = step === "delivery" ? (isDelivery ? "Livraison" : "Retrait") : null
  const totalAnnouncement = useTotalAnnouncement({ total, subject, withoutDelivery })
  const blockedLines = lines.filter(({ isBlocked }) => isBlocked)
  const hasAddress = [draft.address.street, draft.address.zipCode, draft.address.city].every(
    (part) => part.trim() !== "",
  )
  const ready = blockedLines.length === 0 && (!isInputReplayed || step === "delivery" || hasAddress)
  const next =
    blockedLines.length > 0 ? (
      <ButtonLink to={href("/cart")}>Revoir mon panier</ButtonLink>
    ) : (
      <NextButton step={step} busy={busy} ready={ready} />
    )

  return (
    <div className="wizard">
      <p className="sr-only" role="status">
        {totalAnnouncement}
      </p>
      <Stepper label="Étapes de la réservation" steps={checkoutSteps(step)} />
      <div className="with-aside">
        <section aria-labelledby="step-title" className="stack">
          <h2 className="title-section" id="step-title" tabIndex={-1} ref={title}>
            {titles[step]}
          </h2>
          <div>
            <HoldEndingLater {...view} secondsLeft={minutes === null ? null : minutes * 60} />
          </div>
          <CheckoutProblems
            refusal={refusal}
            blockedLines={blockedLines}
            hasEnded={useHoldEnded(view.holdEndsAt, clock)}
          />
          {isDelivery && <DeliveryWarning delivery={delivery} rentalTotal={orderTotal(view, delivery, false)} />}
          <StepForm step={step} busy={busy} ready={ready} onSend={draft.onLeave}>
            <input type="hidden" name={VIEWED_ACCOUNT_FIELD} value={view.account.id} />
            {step === "address" && (
              <>
                {lines.length > 1 && <p className="soft">La même adresse pour vos {lines.length} locations.</p>}
                <AddressStep
                  {...draft}
                  errors={{ ...refusal?.errors, ...draft.saveErrors }}
                  phone={refusal?.values["phone"]}
                  saved={view.saved}
                  othersName={view.account.othersName}
                  homeTick={view.asksHome ? { isTicked: refusal?.values[HOME_TICK] === "oui" } : null}
                />
              </>
            )}
            {step === "delivery" && delivery && (
              <div className="stack">
                <DeliveryChoice
                  quote={delivery.quote}
                  address={view.address}
                  rule={view.rule}
                  warehouse={view.warehouse}
                  trips={countTrips(lines)}
                  isDelivery={mode.isDelivery}
                  onMode={mode.onMode}
                />
                <ReviewedFields view={view} delivery={delivery} />
                <PromoCodePart
                  promoCode={view.promoCode}
                  isCounted={(view.promoCode?.discount ?? 0) > 0}
                  error={refusal?.errors[PROMO_CODE_FIELD]}
                />
                {view.company && <CompanyPart proposal={view.company} refusal={refusal} />}
                <div className="if-delivery">
                  <CheckoutRecap
                    maxSecurityDeposit={view.maxSecurityDeposit}
                    lines={lines}
                    address={view.address}
                    quote={delivery.quote}
                    isDelivery
                    total={totalText(orderTotal(view, delivery, true), delivery, true)}
                  />
                </div>
                <div className="if-pickup">
                  <CheckoutRecap
                    maxSecurityDeposit={view.maxSecurityDeposit}
                    lines={lines}
                    address={view.address}
                    quote={delivery.quote}
                    isDelivery={false}
                    total={formatMoney(orderTotal(view, delivery, false))}
                  />
                </div>
                <OnBehalfNotice name={view.account.othersName} />
                <OrderTerms
                  othersName={view.account.othersName}
                  instant={findInstantModes({
                    today: view.today,
                    // Several bookings would each be unsigned beside the others (D67).
                    rentals: countTrips(lines) === 1 ? (view.instant ?? []) : [],
                    delivery,
                    totals: { delivery: orderTotal(view, delivery, true), pickup: orderTotal(view, delivery, false) },
                  })}
                />
              </div>
            )}
          </StepForm>
          <div className="cluster between">
            <ButtonLink
              to={step === "delivery" ? stepPath("address") : href("/cart")}
              variant="quiet"
              icon={ChevronLeft}
              preventScrollReset={step === "delivery"}
            >
              {step === "delivery" ? "Adresse" : "Panier"}
            </ButtonLink>
            <span className={step === "delivery" ? undefined : "wizard-next"}>{next}</span>
          </div>
        </section>
        <aside aria-label="Votre prix" className="wizard-summary">
          {step === "delivery" ? (
            <>
              <div className="if-delivery">
                <CheckoutPrice order={view} delivery={delivery} isDelivery holdMinutes={minutes} isLastStep />
              </div>
              <div className="if-pickup">
                <CheckoutPrice order={view} delivery={delivery} isDelivery={false} holdMinutes={minutes} isLastStep />
              </div>
            </>
          ) : (
            <CheckoutPrice
              order={view}
              delivery={delivery}
              isDelivery={isDelivery}
              holdMinutes={minutes}
              isLastStep={false}
            />
          )}
        </aside>
      </div>
      {step !== "delivery" && (
        <BottomBar
          total={formatMoney(total)}
          caption={`${totalLabel}, ${lines.length > 1 ? `${lines.length} locations` : "1 location"}`}
          lines={<CheckoutPriceLines order={view} delivery={delivery} isDelivery />}
        >
          {next}
        </BottomBar>
      )}
    </div>
  )
}

/** The server compares these and reports any change before ordering. */
function ReviewedFields({ view, delivery }: { view: CheckoutView; delivery: NonNullable<CheckoutView["delivery"]> }) {
  const { cartId, digest, orderKey, address } = view
  return (
    <>
      {orderKey && <input type="hidden" name="key" value={orderKey} />}
      <input type="hidden" name="panier" value={cartId} />
      <input type="hidden" name="lu" value={digest} />
      <input type="hidden" name="shown-address" value={placeLine(address)} />
      <input type="hidden" name="total-delivery" value={orderTotal(view, delivery, true)} />
      <input type="hidden" name="total-pickup" value={orderTotal(view, delivery, false)} />
    </>
  )
}

type ProblemsProps = { refusal: CheckoutRefusal | null; blockedLines: readonly CheckoutLine[]; hasEnded: boolean }

function CheckoutProblems({ refusal, blockedLines, hasEnded }: ProblemsProps) {
  const general = refusal?.errors["form"]
  return (
    <>
      {general && <BookingError answer={refusal} errors={[{ message: general }]} />}
      {blockedLines.length > 0 && (
        <Notice tone="warning" title="Une partie de votre panier n’est plus disponible">
          <ul>
            {blockedLines.map(({ id, name, unavailable }) => (
              <li key={id}>
                {name}
                {unavailable.length > 0
                  ? `\u00a0: ${daysLong(unavailable)}`
                  : "\u00a0: n’est plus proposé à la location"}
              </li>
            ))}
          </ul>
          <p>
            Changez ou retirez {blockedLines.length > 1 ? "ces locations" : "cette location"} dans votre panier&nbsp;:
            le reste est gardé.
          </p>
        </Notice>
      )}
      {/* Always in the page, so that screen readers announce what appears in it. */}
      <div role="status">
        {hasEnded && blockedLines.length === 0 && (
          <Notice tone="warning" title="Vos dates ne sont plus gardées">
            Elles sont peut-être encore libres&nbsp;: confirmez sans attendre.
          </Notice>
        )}
      </div>
    </>
  )
}

function useHoldEnded(holdEndsAt: string | null, now: () => number): boolean {
  const [ended, setEnded] = useState(holdEndsAt === null)
  useEffect(() => {
    const remainingMs = holdEndsAt === null ? 0 : Date.parse(holdEndsAt) - now()
    setEnded(remainingMs <= 0)
    if (remainingMs <= 0) return undefined
    const timer = setTimeout(() => setEnded(true), remainingMs)
    return () => clearTimeout(timer)
  }, [holdEndsAt, now])
  return ended
}

function checkoutSteps(step: CheckoutStep): Step[] {
  return [
    { label: "Panier", state: "done", href: href("/cart") },
    step === "address"
      ? { label: "Adresse", state: "now" }
      : { label: "Adresse", state: "done", href: stepPath("address") },
    { label: "Livraison", state: step === "delivery" ? "now" : "next" },
  ]
}

/** Updates the URL at once, so that a reload finds the mode before the draft has it (D9). */
function useModeInUrl(step: CheckoutStep, isDeliveryTicked: boolean | null): void {
  useEffect(() => {
    if (step !== "delivery" || isDeliveryTicked === null) return
    window.history.replaceState(window.history.state, "", window.location.pathname + modeSearch(isDeliveryTicked))
  }, [step, isDeliveryTicked])
}
