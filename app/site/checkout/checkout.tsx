import { useEffect, useRef, useState } from "react"
import ChevronLeft from "lucide-react/icons/chevron-left"
import { href, useNavigation } from "react-router"
import { addressLine } from "../../../domain/booking/booking.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { SHOWN_ACCOUNT } from "../../http/shown-account.ts"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { BottomBar } from "../../ui/bottom-bar.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { useEarlyInputKnown } from "../../ui/early-input.ts"
import { Notice } from "../../ui/notice.tsx"
import { type Step, Stepper } from "../../ui/stepper.tsx"
import { AddressStep } from "../kit/address-step.tsx"
import { BookingError } from "../kit/booking-error.tsx"
import { DeliveryChoice, OrderTerms } from "../kit/delivery-choice.tsx"
import { DeliveryWarning } from "../kit/delivery-warning.tsx"
import { HoldEnding } from "../kit/hold-ending.tsx"
import { InOthersName } from "../kit/in-others-name.tsx"
import { NextButton } from "../kit/next-button.tsx"
import { isWithoutDelivery, totalWords } from "../kit/price-summary.tsx"
import { StepForm } from "../kit/step-form.tsx"
import { useDraftAddress } from "../kit/use-draft-address.ts"
import { useMinutesLeft } from "../kit/use-minutes-left.ts"
import { useServerClock } from "../kit/use-server-clock.ts"
import { useMode } from "../kit/use-mode.ts"
import { useTotalAnnouncement } from "../kit/use-total-announcement.ts"
import { useStepFocus } from "../kit/use-step-focus.ts"
import { CheckoutPrice, CheckoutPriceLines, totalOf, tripsOf } from "./price.tsx"
import { CheckoutRecap } from "./recap.tsx"
import { modeSearch, stepPath } from "./step-address.ts"
import type { CheckoutLine, CheckoutRefusal, CheckoutStep, CheckoutView } from "./view.ts"

const titles: Record<CheckoutStep, string> = { address: "Votre adresse", delivery: "Livraison ou retrait" }

type CheckoutProps = { view: CheckoutView; refusal: CheckoutRefusal | null }

/**
 * From the cart to its order: the address and the delivery, once for all that is in it (D13). Each step is a form that
 * works without a script; what can be had and what it costs, the server decides in the step's action.
 */
export function Checkout(props: CheckoutProps) {
  const left = useRef<string | null>(null)
  return <CheckoutAtStep key={`${props.view.step} ${props.view.account.id}`} {...props} left={left} />
}

function CheckoutAtStep({ view, refusal, left }: CheckoutProps & { left: { current: string | null } }) {
  const mode = useMode(view)
  useModeInAddress(view.step, mode.ticked)
  const clock = useServerClock(view.at)
  const draft = useDraftAddress(view, refusal, clock)
  const minutes = useMinutesLeft(view.holdEndsAt, clock)
  const busy = useNavigation().state === "submitting"
  const { step, lines } = view
  const title = useStepFocus({ product: { id: "panier" }, step }, left, refusal === null)
  const isKnown = useEarlyInputKnown()

  const { delivery } = draft
  // As in the wizard: what was ticked holds on the way back, and a place too far away leaves the pick-up.
  const isDelivery = mode.isDelivery && !(step === "delivery" && delivery?.quote.kind === "too-far")
  const total = totalOf(lines, delivery, isDelivery)
  const withoutDelivery = isWithoutDelivery(delivery, isDelivery)
  const totalLabel = useTotalLabel({ withoutDelivery })
  const what = step === "delivery" ? (isDelivery ? "Livraison" : "Retrait") : null
  const saidTotal = useTotalAnnouncement({ total, what, withoutDelivery })
  const blocked = lines.filter(({ inTheWay }) => inTheWay)
  const hasAddress = [draft.address.street, draft.address.zipCode, draft.address.city].every(
    (part) => part.trim() !== "",
  )
  const ready = blocked.length === 0 && (!isKnown || step === "delivery" || hasAddress)
  const next =
    blocked.length > 0 ? (
      <ButtonLink to={href("/cart")}>Revoir mon panier</ButtonLink>
    ) : (
      <NextButton step={step} busy={busy} ready={ready} />
    )

  return (
    <div className="wizard">
      <p className="sr-only" role="status">
        {saidTotal}
      </p>
      <Stepper label="Étapes de la réservation" steps={stepsOf(step)} />
      <div className="with-aside">
        <section aria-labelledby="step-title" className="stack">
          <h2 className="title-section" id="step-title" tabIndex={-1} ref={title}>
            {titles[step]}
          </h2>
          <HoldEnding {...view} secondsLeft={minutes === null ? null : minutes * 60} />
          <Problems refusal={refusal} blocked={blocked} hasEnded={useHasEnded(view.holdEndsAt, clock)} />
          {isDelivery && <DeliveryWarning delivery={delivery} rented={totalOf(lines, delivery, false)} />}
          <StepForm step={step} busy={busy} ready={ready} onSend={draft.onLeave}>
            <input type="hidden" name={SHOWN_ACCOUNT} value={view.account.id} />
            {step === "address" && (
              <>
                {lines.length > 1 && <p className="soft">La même adresse pour vos {lines.length} locations.</p>}
                <AddressStep
                  {...draft}
                  errors={{ ...refusal?.errors, ...draft.saveErrors }}
                  phone={refusal?.values["phone"]}
                  saved={view.saved}
                  othersName={view.account.othersName}
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
                  trips={tripsOf(lines)}
                  isDelivery={mode.isDelivery}
                  onMode={mode.onMode}
                />
                <Seen view={view} delivery={delivery} />
                <div className="if-delivery">
                  <CheckoutRecap
                    lines={lines}
                    address={view.address}
                    quote={delivery.quote}
                    isDelivery
                    total={totalWords(totalOf(lines, delivery, true), delivery, true)}
                  />
                </div>
                <div className="if-pickup">
                  <CheckoutRecap
                    lines={lines}
                    address={view.address}
                    quote={delivery.quote}
                    isDelivery={false}
                    total={formatMoney(totalOf(lines, delivery, false))}
                  />
                </div>
                <InOthersName name={view.account.othersName} />
                <OrderTerms othersName={view.account.othersName} />
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
                <CheckoutPrice lines={lines} delivery={delivery} isDelivery holdMinutes={minutes} isLastStep />
              </div>
              <div className="if-pickup">
                <CheckoutPrice lines={lines} delivery={delivery} isDelivery={false} holdMinutes={minutes} isLastStep />
              </div>
            </>
          ) : (
            <CheckoutPrice
              lines={lines}
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
          lines={<CheckoutPriceLines lines={lines} delivery={delivery} isDelivery />}
        >
          {next}
        </BottomBar>
      )}
    </div>
  )
}

/** What was read: the server compares, and shows what has changed before anything is ordered. */
function Seen({ view, delivery }: { view: CheckoutView; delivery: NonNullable<CheckoutView["delivery"]> }) {
  const { lines, cartId, digest, orderKey, address } = view
  return (
    <>
      {orderKey && <input type="hidden" name="key" value={orderKey} />}
      <input type="hidden" name="panier" value={cartId} />
      <input type="hidden" name="lu" value={digest} />
      <input type="hidden" name="shown-address" value={addressLine(address)} />
      <input type="hidden" name="total-delivery" value={totalOf(lines, delivery, true)} />
      <input type="hidden" name="total-pickup" value={totalOf(lines, delivery, false)} />
    </>
  )
}

type ProblemsProps = { refusal: CheckoutRefusal | null; blocked: readonly CheckoutLine[]; hasEnded: boolean }

/** What was refused, what stands in the way, and that the days are kept no more. */
function Problems({ refusal, blocked, hasEnded }: ProblemsProps) {
  const general = refusal?.errors["form"]
  return (
    <>
      {general && <BookingError answer={refusal} errors={[{ message: general }]} />}
      {blocked.length > 0 && (
        <Notice tone="warning" title="Une partie de votre panier n’est plus disponible">
          <ul>
            {blocked.map(({ id, name, unavailable }) => (
              <li key={id}>
                {name}
                {unavailable.length > 0
                  ? `\u00a0: ${daysLong(unavailable)}`
                  : "\u00a0: n’est plus proposé à la location"}
              </li>
            ))}
          </ul>
          <p>
            Changez ou retirez {blocked.length > 1 ? "ces locations" : "cette location"} dans votre panier&nbsp;: le
            reste est gardé.
          </p>
        </Notice>
      )}
      {/* There from the start, so that what appears in it is read out. */}
      <div role="status">
        {hasEnded && blocked.length === 0 && (
          <Notice tone="warning" title="Vos dates ne sont plus gardées">
            Elles sont peut-être encore libres&nbsp;: confirmez sans attendre.
          </Notice>
        )}
      </div>
    </>
  )
}

/** Whether the cart has ended by now, by the clock of the server. There, as it was read. */
function useHasEnded(holdEndsAt: string | null, now: () => number): boolean {
  const [ended, setEnded] = useState(holdEndsAt === null)
  useEffect(() => {
    const left = holdEndsAt === null ? 0 : Date.parse(holdEndsAt) - now()
    setEnded(left <= 0)
    if (left <= 0) return undefined
    const timer = setTimeout(() => setEnded(true), left)
    return () => clearTimeout(timer)
  }, [holdEndsAt, now])
  return ended
}

function stepsOf(step: CheckoutStep): Step[] {
  return [
    { label: "Panier", state: "done", href: href("/cart") },
    step === "address"
      ? { label: "Adresse", state: "now" }
      : { label: "Adresse", state: "done", href: stepPath("address") },
    { label: "Livraison", state: step === "delivery" ? "now" : "next" },
  ]
}

/** What was ticked stands in the address at once: a reload finds it there before the draft has it (D9). */
function useModeInAddress(step: CheckoutStep, ticked: boolean | null): void {
  useEffect(() => {
    if (step !== "delivery" || ticked === null) return
    window.history.replaceState(window.history.state, "", window.location.pathname + modeSearch(ticked))
  }, [step, ticked])
}
