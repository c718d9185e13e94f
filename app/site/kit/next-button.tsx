import { Button } from "../../ui/button.tsx"
import { FORM_ID } from "./step-form.tsx"

export function NextButton({ step, busy, ready }: { step: string; busy: boolean; ready: boolean }) {
  return (
    <Button
      form={FORM_ID}
      name="intent"
      value={step}
      busy={busy}
      busyText={busy ? "Un instant..." : undefined}
      disabled={!ready}
    >
      {step === "delivery" ? "Confirmer la réservation" : "Continuer"}
    </Button>
  )
}
