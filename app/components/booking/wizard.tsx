import { type FormEvent, type ReactNode, lazy, useRef } from "react"
import { Form, useNavigation } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import { type WizardChoice, type WizardStep, choiceFields, visibleSteps, wizardSearch } from "../../../domain/booking/wizard.ts"
import { sortedDays } from "../../../domain/day.ts"
import { formatMoney } from "../../../domain/money.ts"
import { BottomBar } from "../../ui/bottom-bar.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { Stepper, type Step } from "../../ui/stepper.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { AddressStep } from "./address-step.tsx"
import { DatesStep } from "./dates-step.tsx"
import { DeliveryStep } from "./delivery-step.tsx"
import { OptionsStep } from "./options-step.tsx"
import { PriceSummary, SummaryLines, summaryCaption } from "./price-summary.tsx"
import { priceOfChoice } from "./price-of-choice.ts"
import { useArrival } from "./use-arrival.ts"
import { useChoice } from "./use-choice.ts"
import { useDraftAddress } from "./use-draft-address.ts"
import { useMinutesLeft } from "./use-minutes-left.ts"
import { WizardNotices } from "./wizard-notices.tsx"
import type { WizardRefusal, WizardView } from "./wizard-types.ts"

/** Only strangers see it, and late: its fields come when they are needed. */
const RegisterStep = lazy(async () => ({ default: (await import("./register-step.tsx")).RegisterStep }))

const titles: Record<WizardStep, string> = {
  calendar: "Vos dates",
  options: "Vos options",
  register: "Votre compte",
  address: "Votre adresse",
  delivery: "Livraison ou retrait",
}

const FORM_ID = "wizard-step"

export type WizardProps = { view: WizardView; refusal: WizardRefusal | null }

/**
 * The booking wizard. Each step is a form that works without a script; with one, the price follows what is chosen
 * and the URL keeps it. What can be had and what it costs, the server decides in the step's action (D3, D9).
 */
export function Wizard({ view, refusal }: WizardProps) {
  const [chosen, setChoice] = useChoice(view)
  const choice = withoutUnavailable(view, chosen)
  const draft = useDraftAddress(view, refusal)
  const minutes = useMinutesLeft(view.holdEndsAt)
  const busy = useNavigation().state === "submitting"
  const step = view.step
  const title = useArrival(view, refusal === null)

  const fee = draft.delivery && draft.delivery.quote.kind !== "too-far" ? draft.delivery.quote.fee : null
  const shared = { tariff: view.tariff, days: choice.days, delivery: draft.delivery, allAvailable: view.unavailable.length === 0 }
  const delivered = { ...shared, isDelivery: true, price: priceOfChoice(view, choice, fee) }
  const pickedUp = { ...shared, isDelivery: false, price: priceOfChoice(view, choice, null) }
  const ready = useReady(step, choice, draft.address)
  const next = step === "register" ? null : <NextButton step={step} busy={busy} ready={ready} />

  return (
    <div className="wizard">
      <Stepper label="Étapes de la réservation" steps={stepsOf(step, choice)} />
      <div className="with-aside">
        <section aria-labelledby="step-title" className="stack">
          <h2 className="title-section" id="step-title" tabIndex={-1} ref={title}>{titles[step]}</h2>
          <WizardNotices view={view} refusal={refusal} />
          {step === "register" ? (
            <RegisterStep fields={choiceFields(choice)} refusal={refusal} busy={busy} />
          ) : (
            <StepForm step={step} busy={busy} ready={ready} onSend={draft.onLeave}>
              {step === "calendar" && <CalendarStep view={view} choice={choice} setChoice={setChoice} />}
              {step === "options" && (
                <>
                  <HiddenChoice choice={{ ...choice, options: [], photoPacks: 0 }} />
                  <OptionsStep view={view} choice={choice} onChoice={setChoice} errors={refusal?.errors ?? {}} />
                </>
              )}
              {(step === "address" || step === "delivery") && <HiddenChoice choice={choice} />}
              {step === "address" && <AddressStep {...draft} errors={{ ...refusal?.errors, ...draft.saveErrors }} saved={view.saved} />}
              {step === "delivery" && draft.delivery && (
                <DeliveryStep
                  view={view}
                  days={choice.days}
                  delivery={draft.delivery}
                  totals={{ delivery: delivered.price.total, pickup: pickedUp.price.total }}
                />
              )}
            </StepForm>
          )}
          <div className="cluster between">
            <BackLink step={step} choice={choice} />
            <span className={step === "delivery" ? undefined : "wizard-next"}>{next}</span>
          </div>
        </section>
        <aside aria-label="Votre prix" className="wizard-summary">
          <div className="if-delivery"><PriceSummary {...delivered} holdMinutes={minutes} /></div>
          {step === "delivery" && <div className="if-pickup"><PriceSummary {...pickedUp} holdMinutes={minutes} /></div>}
        </aside>
      </div>
      {step !== "delivery" && (
        <BottomBar total={formatMoney(delivered.price.total)} caption={summaryCaption(choice.days.length)} lines={<SummaryLines {...delivered} />}>
          {next}
        </BottomBar>
      )}
    </div>
  )
}

/**
 * Days that were taken meanwhile are neither priced nor sent. At the last step a request that was sent already keeps
 * its own: sending it again leads to the same booking.
 */
function withoutUnavailable(view: WizardView, choice: WizardChoice): WizardChoice {
  if (view.alreadyAsked && view.step === "delivery") return choice
  return { ...choice, days: choice.days.filter((day) => !view.unavailable.includes(day)) }
}

type StepFormProps = { step: WizardStep; busy: boolean; ready: boolean; onSend: () => void; children: ReactNode }

/** One form for a step; its buttons stand outside it. A second press while the first is on its way does nothing. */
function StepForm({ step, busy, ready, onSend, children }: StepFormProps) {
  const send = (event: FormEvent) => {
    if (busy) event.preventDefault()
    else onSend()
  }
  return (
    <Form method="post" id={FORM_ID} className="stack" preventScrollReset noValidate onSubmit={send}>
      {/* The form's first button is the one that Enter presses: to go on, not to turn the month or to save. */}
      <button type="submit" name="intent" value={step} className="sr-only" tabIndex={-1} aria-hidden="true" disabled={!ready} />
      {children}
    </Form>
  )
}

function CalendarStep({ view, choice, setChoice }: { view: WizardView; choice: WizardChoice; setChoice: (choice: WizardChoice) => void }) {
  const part = useRef<HTMLDivElement>(null)
  const turn = (step: -1 | 1) => {
    const label = step < 0 ? "Mois précédent" : "Mois suivant"
    part.current?.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]:not(:disabled)`)?.click()
  }
  return (
    <div ref={part}>
      <DatesStep
        view={view}
        days={choice.days}
        onMonth={turn}
        onToggle={(day, chosen) =>
          setChoice({ ...choice, days: chosen ? sortedDays([...choice.days, day]) : choice.days.filter((each) => each !== day) })
        }
      />
    </div>
  )
}

function HiddenChoice({ choice }: { choice: WizardChoice }) {
  return choiceFields(choice).map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)
}

/** The next step is closed while something it needs is missing; without a script the server says what (section 2). */
function useReady(step: WizardStep, choice: WizardChoice, address: WizardView["address"]): boolean {
  const hydrated = useHydrated()
  if (!hydrated) return true
  if (choice.days.length === 0) return false
  if (step === "address") return [address.street, address.zipCode, address.city].every((part) => part.trim() !== "")
  return true
}

function NextButton({ step, busy, ready }: { step: WizardStep; busy: boolean; ready: boolean }) {
  return (
    <Button form={FORM_ID} name="intent" value={step} busy={busy} busyText={busy ? "Un instant..." : undefined} disabled={!ready}>
      {step === "delivery" ? "Confirmer la réservation" : "Continuer"}
    </Button>
  )
}

const before: Record<WizardStep, { step: WizardStep; label: string } | null> = {
  calendar: null,
  options: { step: "calendar", label: "Dates" },
  register: { step: "calendar", label: "Dates" },
  address: { step: "options", label: "Options" },
  delivery: { step: "address", label: "Adresse" },
}

function BackLink({ step, choice }: { step: WizardStep; choice: WizardChoice }) {
  const previous = before[step]
  if (!previous) return <ButtonLink to="/catalog" variant="quiet" icon={ChevronLeft}>Catalogue</ButtonLink>
  return (
    <ButtonLink to={wizardSearch(previous.step, choice)} variant="quiet" icon={ChevronLeft} preventScrollReset>
      {previous.label}
    </ButtonLink>
  )
}

function stepsOf(step: WizardStep, choice: WizardChoice): Step[] {
  const current = visibleSteps.findIndex((each) => each.step === (step === "register" ? "address" : step))
  return visibleSteps.map(({ step: each, label }, index) => ({
    label,
    state: index < current ? "done" : index === current ? "now" : "next",
    ...(index < current ? { href: wizardSearch(each, choice) } : {}),
  }))
}
