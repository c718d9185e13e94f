import type { FormEvent, ReactNode } from "react"
import { Form } from "react-router"

/** The buttons of a step stand outside its form and name it. */
export const FORM_ID = "wizard-step"

type StepFormProps = { step: string; busy: boolean; ready: boolean; onSend: () => void; children: ReactNode }

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
