import type { FormEvent, ReactNode } from "react"
import { Form } from "react-router"

export const FORM_ID = "wizard-step"

type StepFormProps = { step: string; busy: boolean; ready: boolean; onSend: () => void; children: ReactNode }

/** Ignores a second press while the first is on its way. */
export function StepForm({ step, busy, ready, onSend, children }: StepFormProps) {
  const send = (event: FormEvent) => {
    if (busy) event.preventDefault()
    else onSend()
  }
  return (
    <Form method="post" id={FORM_ID} className="stack" preventScrollReset noValidate onSubmit={send}>
      {/* Enter presses the form's first button: it must go on, not turn the month or save. */}
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
