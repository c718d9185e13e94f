import { type FormEvent, type ReactNode, useRef } from "react"
import { Form } from "react-router"
import { type WizardChoice, type WizardStep, choiceFields } from "../../../../domain/booking/wizard.ts"
import { sortedDays } from "../../../../domain/day.ts"
import { useMonthTurn } from "../../kit/use-month-turn.ts"
import { DatesStep } from "./dates.tsx"
import type { WizardView } from "../view.ts"

/** The buttons of a step stand outside its form and name it. */
export const FORM_ID = "wizard-step"

type StepFormProps = { step: WizardStep; busy: boolean; ready: boolean; onSend: () => void; children: ReactNode }

/** One form for a step; its buttons stand outside it. A second press while the first is on its way does nothing. */
export function StepForm({ step, busy, ready, onSend, children }: StepFormProps) {
  const send = (event: FormEvent) => {
    if (busy) event.preventDefault()
    else onSend()
  }
  return (
    <Form method="post" id={FORM_ID} className="stack" preventScrollReset noValidate onSubmit={send}>
      {/* The form's first button is the one that Enter presses: to go on, not to turn the month or to save. */}
      <button
        type="submit"
        name="intent"
        value={step}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        disabled={!ready}
      />
      {children}
    </Form>
  )
}

export function CalendarStep({
  view,
  choice,
  setChoice,
}: {
  view: WizardView
  choice: WizardChoice
  setChoice: (choice: WizardChoice) => void
}) {
  const part = useRef<HTMLDivElement>(null)
  const turn = useMonthTurn(part, view)
  return (
    <div ref={part}>
      <DatesStep
        view={view}
        days={choice.days}
        onMonth={turn}
        onToggle={(day, chosen) =>
          setChoice({
            ...choice,
            days: chosen ? sortedDays([...choice.days, day]) : choice.days.filter((each) => each !== day),
          })
        }
      />
    </div>
  )
}

export function HiddenChoice({ choice }: { choice: WizardChoice }) {
  return choiceFields(choice).map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}
