import { Form, useNavigation } from "react-router"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import { Button } from "../../../ui/button.tsx"
import { insuranceText } from "./insurance-text.ts"

/** Whether the certificate of insurance is there, on the booking's page; it is handed in on a page of its own. */
export function InsurancePanel({ state, handIn }: { state: InsuranceState; handIn: string | null }) {
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
          <Button variant={missing ? "primary" : "secondary"} size="small" busy={busy} busyText="Ouverture…">
            {missing ? "Remettre mon attestation" : "La remplacer"}
          </Button>
        </Form>
      )}
    </section>
  )
}
