import { Form, useNavigation } from "react-router"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import { Button } from "../../../ui/button.tsx"
import { insuranceText } from "./insurance-text.ts"

type InsurancePanelProps = {
  state: InsuranceState
  handIn: string | null
  isPrimary: boolean
}

export function InsurancePanel({ state, handIn, isPrimary }: InsurancePanelProps) {
  const busy = useNavigation().formAction?.endsWith("/attestation") ?? false
  const missing = state.kind === "missing"
  return (
    <section className="panel stack" aria-labelledby="insurance-title">
      <h2 className="title-card" id="insurance-title">
        Attestation d’assurance
      </h2>
      <p>{insuranceText(state)}</p>
      {handIn && (
        <Form method="post" action={handIn} reloadDocument>
          <Button
            variant={isPrimary && missing ? "primary" : "secondary"}
            size="small"
            busy={busy}
            busyText="Ouverture…"
          >
            {missing ? "Remettre mon attestation" : "La remplacer"}
          </Button>
        </Form>
      )}
    </section>
  )
}
