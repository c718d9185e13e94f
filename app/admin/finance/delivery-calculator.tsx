import { useFetcher } from "react-router"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { type EditRefusal, refusalFor } from "../kit/edit-refusal.ts"
import { AddressFields } from "./address-fields.tsx"
import type { Calculation } from "../kit/finance-view.ts"

type DeliveryCalculatorProps = { calculation: Calculation | null; refusal: EditRefusal | null }
type Answer = { calculation: Calculation } | EditRefusal

/** A fetcher, so that unsaved input in the settings form survives. */
export function DeliveryCalculator(fallback: DeliveryCalculatorProps) {
  const fetcher = useFetcher<Answer>({ key: "delivery-calculator" })
  const answer = fetcher.data
  const calculation = answer ? ("calculation" in answer ? answer.calculation : null) : fallback.calculation
  const refusal = answer ? refusalFor("errors" in answer ? answer : null, "calculer") : fallback.refusal
  const typed = calculation?.values ?? refusal?.values ?? {}
  const errors = refusal?.errors ?? {}
  return (
    <section className="panel stack" aria-labelledby="calculer">
      <h2 className="title-block" id="calculer">
        Calculer une livraison
      </h2>
      <p className="small soft">Avec les réglages enregistrés, comme le client le lirait.</p>
      <fetcher.Form method="post" className="stack" aria-labelledby="calculer">
        {errors["form"] && <FormError errors={[{ message: errors["form"] }]} answer={refusal} />}
        <AddressFields
          names={{ street: "street", zipCode: "zipCode", city: "city" }}
          labels={{ street: "Adresse de l’événement", zipCode: "Code postal", city: "Ville" }}
          values={{ street: typed["street"] ?? "", zipCode: typed["zipCode"] ?? "", city: typed["city"] ?? "" }}
          errors={errors}
        />
        <div>
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="calculer"
            busy={fetcher.state !== "idle"}
            busyText="Calcul…"
          >
            Calculer
          </Button>
        </div>
      </fetcher.Form>
      <div role="status">{calculation && <CalculationResult calculation={calculation} />}</div>
    </section>
  )
}

function CalculationResult({ calculation: { title, tone, lines, amount } }: { calculation: Calculation }) {
  return (
    <Notice tone={tone} title={title}>
      <div className="stack gap-2">
        {amount && <p className="price">{amount}</p>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Notice>
  )
}
