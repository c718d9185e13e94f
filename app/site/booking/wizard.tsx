import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { useLocation, useNavigation } from "react-router"
import {
  choiceFields,
  stepTitles,
  visibleSteps,
  type WizardChoice,
  wizardSearch,
  type WizardStep,
} from "../../../domain/booking/choice.ts"
import { mayBeInstant } from "../../../domain/booking/instant.ts"
import { isDeliveryDearerThanRental } from "../../../domain/delivery/delivery-labels.ts"
import type { Cents } from "../../../domain/money.ts"
import type { BookedPlan } from "../../../domain/pricing/rate-plan.ts"
import { countsCode } from "../../../domain/pricing/price.ts"
import { offersPlans } from "../../../domain/pricing/rate-plan.ts"
import { VIEWED_ACCOUNT_FIELD } from "../../http/viewed-account.ts"
import { BottomBar } from "../../ui/bottom-bar.tsx"
import { useIsEarlyInputReplayed } from "../../ui/early-input.ts"
import { type Step, Stepper } from "../../ui/stepper.tsx"
import { HoldEndingLater } from "../kit/hold-ending-later.tsx"
import { findInstantModes, pricedDistance } from "../kit/instant-modes.ts"
import { InstantTag } from "../kit/instant-tag.tsx"
import { NextButton } from "../kit/next-button.tsx"
import {
  type DeliveryInSummary,
  isWithoutDelivery,
  PriceSummary,
  SummaryLines,
  useBarTotal,
} from "../kit/price-summary.tsx"
import { ShareLinks } from "../kit/share-links.tsx"
import { StepForm } from "../kit/step-form.tsx"
import { HOME_TICK } from "../../http/home-tick.ts"
import { useDraftAddress } from "../kit/use-draft-address.ts"
import { useMinutesLeft } from "../kit/use-minutes-left.ts"
import { useServerClock } from "../kit/use-server-clock.ts"
import { useMode } from "../kit/use-mode.ts"
import { useTotalAnnouncement } from "../kit/use-total-announcement.ts"
import { useStepFocus } from "../kit/use-step-focus.ts"
import { availableChoice, findLostHours } from "./available-choice.ts"
import { agreedPlanOf, priceOfChoice } from "./price-of-choice.ts"
import { BackLink, CartButton, CartLink } from "./steps/buttons.tsx"
import { CalendarStep, HiddenChoice } from "./steps/calendar.tsx"
import {
  AddressPart,
  DeliveryPart,
  NoticesPart,
  type PartName,
  prefetchOtherSteps,
  OptionsPart,
  PlanCalendarPart,
  RegisterPart,
  WarningPart,
} from "./steps/parts.ts"
import { useChoice } from "./use-choice.ts"
import { useHoldOnceSignedIn } from "./use-hold-once-signed-in.ts"
import { type LatestAnswers, useLatestAnswers } from "./use-latest-answers.ts"
import { useLostDays } from "./use-lost-days.ts"
import { useTimes } from "./use-times.ts"
import type { WizardRefusal, WizardView } from "./view.ts"

const titles: Record<WizardStep, string> = {
  calendar: "Vos dates",
  options: "Vos options",
  register: "Votre compte",
  address: "Où a lieu votre événement\u00a0?",
  delivery: "Livraison ou retrait",
}

type WizardProps = {
  view: WizardView
  refusal: WizardRefusal | null
  sessionEnded: boolean
}

/** Every step works without JavaScript; the server's action alone decides on availability and price (D3, D9). */
export function Wizard(props: WizardProps) {
  const lastStep = useRef<string | null>(null)
  const latest = useRef<LatestAnswers | null>(null)
  const generation = useAccountGeneration(props.view.account)
  useEffect(prefetchOtherSteps, [])
  const remember = useCallback((answers: LatestAnswers) => {
    latest.current = answers
  }, [])
  const newItem = useNewCartItem(props.view)
  return (
    <WizardAtStep key={`${props.view.step} ${generation}`} {...{ lastStep, latest, remember, newItem }} {...props} />
  )
}

type WizardAtStepProps = WizardProps & {
  lastStep: RefObject<string | null>
  latest: RefObject<LatestAnswers | null>
  remember: (answers: LatestAnswers) => void
  newItem: string
}

function WizardAtStep({ view, refusal, sessionEnded, lastStep, latest, remember, newItem }: WizardAtStepProps) {
  const mode = useMode(view)
  const [fullChoice, setChoice] = useChoice(view, mode.isDeliveryTicked)
  useLatestAnswers({ latest, remember, view, choice: fullChoice, isDeliveryTicked: mode.isDeliveryTicked })
  useLostDays(view, fullChoice, setChoice)
  const choice = availableChoice(view, fullChoice)
  const clock = useServerClock(view.at)
  const draft = useDraftAddress(view, refusal, clock)
  const minutes = useMinutesLeft(view.holdEndsAt, clock)
  const onLeave = useHoldOnceSignedIn(view, choice)
  const busy = useNavigation().state === "submitting"
  const step = view.step
  const title = useStepFocus(view, lastStep, refusal === null)
  const mayOwnHold =
    step === "register" && (sessionEnded || refusal?.form === "session-ended" || refusal?.carried != null)

  const fee = draft.delivery && draft.delivery.quote.kind !== "too-far" ? draft.delivery.quote.fee : null
  const hasPlans = offersPlans(view.plans)
  const lostHours = findLostHours(fullChoice, choice)
  const hasNotices = refusal !== null || lostHours !== null || view.unavailable.length > 0
  const plan = agreedPlanOf(view, choice)
  const isWithoutStart = plan?.kind === "hours" && !choice.plan?.startTime
  const times = useTimes(view, { days: isWithoutStart ? [] : choice.days, plan })
  const saysTimes = plan?.kind === "hours" || (step !== "calendar" && step !== "delivery")
  const summaryTimes = saysTimes ? times : null
  const commonSummary = {
    tariff: view.tariff,
    days: choice.days,
    plan,
    delivery: draft.delivery,
    allAvailable: view.unavailable.length === 0,
    lowestPrice: lowestPrice(view, plan),
  }
  const deliverySummary = {
    ...commonSummary,
    isDelivery: true,
    times: summaryTimes?.delivery,
    price: priceOfChoice(view, choice, fee),
  }
  const pickupSummary = {
    ...commonSummary,
    isDelivery: false,
    times: summaryTimes?.pickup,
    price: priceOfChoice(view, choice, null),
  }
  // Only the pick-up remains for a place that is too far away.
  const isDelivery = mode.isDelivery && !(step === "delivery" && draft.delivery?.quote.kind === "too-far")
  const summary = isDelivery ? deliverySummary : pickupSummary
  const hasWarning = step !== "register" && isDelivery && isUnusual(draft.delivery, pickupSummary.price.total)
  const parts: PartName[] = [step]
  if (hasPlans && step === "calendar") parts.push("plans")
  if (hasNotices) parts.push("notices")
  if (hasWarning) parts.push("warning")
  const totalAnnouncement = useTotalAnnouncement({
    total: choice.days.length === 0 ? null : summary.price.total,
    subject: step === "delivery" ? (isDelivery ? "Livraison" : "Retrait") : null,
    withoutDelivery: isWithoutDelivery(draft.delivery, isDelivery),
  })
  const totals = { delivery: deliverySummary.price.total, pickup: pickupSummary.price.total }
  const [firstDay] = choice.days
  const showsInstant =
    step !== "delivery" &&
    mayBeInstant({
      today: view.today,
      terms: view.instant,
      ...(firstDay && { firstDay, total: summary.price.total }),
      distanceKm: isDelivery ? pricedDistance(draft.delivery) : 0,
    })
  const barTotal = useBarTotal(summary)
  const { zipCode, city } = draft.address
  const place = zipCode && { postcode: zipCode, town: city || null }
  const shareLinks = choice.days.length > 0 && step !== "calendar" && (
    <ShareLinks id={view.product.id} search={wizardSearch(step, { ...choice, ...place }, null, isDelivery)} />
  )
  const ready = useReady(step, choice, draft.address)
  const leave = () => {
    draft.onLeave()
    onLeave()
  }
  const next = step === "register" ? null : <NextButton step={step} busy={busy} ready={ready} />

  return (
    <div className="wizard" data-parts={parts.join(" ")}>
      <p className="sr-only" role="status">
        {totalAnnouncement}
      </p>
      <Stepper label="Étapes de la réservation" steps={wizardSteps(step, choice)} />
      <div className="with-aside">
        <section aria-labelledby="step-title" className="stack">
          <h2 className="title-section" id="step-title" tabIndex={-1} ref={title}>
            {titles[step]}
          </h2>
          {showsInstant && <InstantTag />}
          <div>
            <HoldEndingLater {...view} secondsLeft={minutes === null ? null : minutes * 60} />
          </div>
          <Suspense>
            {hasNotices && <NoticesPart {...{ view, refusal, mayOwnHold, lostHours }} />}
            {hasWarning && <WarningPart delivery={draft.delivery} rentalTotal={pickupSummary.price.total} />}
          </Suspense>
          {step === "register" ? (
            <RegisterPart fields={choiceFields(choice)} {...{ sessionEnded, refusal, busy }} />
          ) : (
            <StepForm step={step} busy={busy} ready={ready} onSend={leave}>
              {view.account && <input type="hidden" name={VIEWED_ACCOUNT_FIELD} value={view.account.id} />}
              {step === "calendar" &&
                (hasPlans ? (
                  <PlanCalendarPart {...{ view, choice, setChoice, times }} />
                ) : (
                  <CalendarStep {...{ view, choice, setChoice, times }} />
                ))}
              {step === "options" && (
                <>
                  <HiddenChoice choice={{ ...choice, options: [], photoPacks: 0 }} />
                  <OptionsPart
                    view={{ ...view, includedPhotos: view.product.includedPhotos, bookedPlan: plan }}
                    choice={choice}
                    onChoice={setChoice}
                    errors={refusal?.errors ?? {}}
                  />
                </>
              )}
              {(step === "address" || step === "delivery") && <HiddenChoice choice={choice} />}
              {step === "address" && (
                <AddressPart
                  {...draft}
                  errors={{ ...refusal?.errors, ...draft.saveErrors }}
                  phone={refusal?.values["phone"]}
                  saved={view.saved}
                  othersName={view.account?.othersName ?? null}
                  homeTick={view.asksHome ? { isTicked: refusal?.values[HOME_TICK] === "oui" } : null}
                />
              )}
              {step === "delivery" && draft.delivery && (
                <DeliveryPart
                  view={view}
                  days={choice.days}
                  plan={plan}
                  times={times}
                  addressHref={wizardSearch("address", choice)}
                  delivery={draft.delivery}
                  totals={totals}
                  instant={findInstantModes({
                    today: view.today,
                    rentals: firstDay ? [{ terms: view.instant, firstDay }] : [],
                    delivery: draft.delivery,
                    totals,
                  })}
                  isDelivery={mode.isDelivery}
                  onMode={mode.onMode}
                  isCodeCounted={countsCode(pickupSummary.price.lines)}
                  refusal={refusal}
                />
              )}
            </StepForm>
          )}
          <div className="cluster between">
            <BackLink step={step} choice={choice} />
            <span className="cluster">
              {(step === "calendar" || step === "options") && (
                <CartButton {...{ newItem, step, ready }} cartItem={choice.cartItem} />
              )}
              <span className={step === "delivery" ? undefined : "wizard-next"}>{next}</span>
            </span>
          </div>
          <CartLink lines={view.cartLines} />
        </section>
        <aside aria-label="Votre prix" className="wizard-summary">
          {step === "delivery" ? (
            <>
              <div className="if-delivery">
                <PriceSummary
                  {...deliverySummary}
                  isLastStep
                  securityDeposit={view.product.securityDeposit}
                  holdMinutes={minutes}
                />
              </div>
              <div className="if-pickup">
                <PriceSummary
                  {...pickupSummary}
                  isLastStep
                  securityDeposit={view.product.securityDeposit}
                  holdMinutes={minutes}
                />
              </div>
            </>
          ) : (
            <PriceSummary
              {...summary}
              isLastStep={false}
              securityDeposit={view.product.securityDeposit}
              holdMinutes={minutes}
            />
          )}
          {shareLinks}
        </aside>
      </div>
      {step !== "delivery" && (
        <BottomBar
          {...barTotal}
          lines={
            <>
              <SummaryLines {...summary} securityDeposit={view.product.securityDeposit} />
              {shareLinks}
            </>
          }
        >
          {next}
        </BottomBar>
      )}
    </div>
  )
}

function lowestPrice({ promoCode }: WizardView, plan: BookedPlan | null): Cents | null {
  const id = plan && plan.kind !== "day" ? plan.id : null
  return promoCode?.lowestPrices.find((each) => each.plan === id)?.price ?? null
}

function isUnusual(delivery: DeliveryInSummary, rentalTotal: Cents): boolean {
  return (
    delivery?.quote.kind === "too-far" || (delivery !== null && isDeliveryDearerThanRental(delivery.quote, rentalTotal))
  )
}

/** Without JavaScript the server reports what is missing (section 2). */
function useReady(step: WizardStep, choice: WizardChoice, address: WizardView["address"]): boolean {
  const isInputReplayed = useIsEarlyInputReplayed()
  if (!isInputReplayed) return true
  if (choice.days.length === 0) return false
  if (step === "address") return [address.street, address.zipCode, address.city].every((part) => part.trim() !== "")
  return true
}

function wizardSteps(step: WizardStep, choice: WizardChoice): Step[] {
  const current = visibleSteps.indexOf(step === "register" ? "address" : step)
  return visibleSteps.map((each, index) => ({
    label: stepTitles[each],
    state: index < current ? "done" : index === current ? "now" : "next",
    ...(index < current ? { href: wizardSearch(each, choice) } : {}),
  }))
}

/** A new key for another account, so that nobody sees what somebody else typed. */
function useAccountGeneration(account: WizardView["account"]): number {
  const [current, setCurrent] = useState({ id: account?.id ?? null, turn: 0 })
  if (account && account.id !== current.id)
    setCurrent({ id: account.id, turn: current.id === null ? current.turn : current.turn + 1 })
  return current.turn
}

/**
 * The history entry keeps the new item's id, so that returning from the cart changes that line instead of adding one.
 */
function useNewCartItem({ product, newCartItem }: WizardView): string {
  const { key: visit } = useLocation()
  const [item, setItem] = useState({ productId: product.id, id: newCartItem })
  if (item.productId !== product.id) setItem({ productId: product.id, id: newCartItem })
  useEffect(() => {
    const state = window.history.state as { newCartItem?: unknown } | null
    const storedId = state?.newCartItem
    if (typeof storedId === "string") setItem({ productId: product.id, id: storedId })
    else window.history.replaceState({ ...state, newCartItem: item.id }, "")
  }, [visit, product.id, item.id])
  return item.id
}
