import { FlashMessage } from "../kit/flash-message.tsx"
import { type EditRefusal, refusalFor } from "../kit/edit-refusal.ts"
import { screens } from "../kit/screens.ts"
import { DeliveryCalculator } from "./delivery-calculator.tsx"
import { FinanceForm } from "./form.tsx"
import { LegalRate } from "./legal-rate.tsx"
import { FinanceTabs } from "./tabs.tsx"
import type { Calculation, FinanceView } from "../kit/finance-view.ts"

type FinanceScreenProps = { view: FinanceView; refusal: EditRefusal | null; calculation: Calculation | null }

export function FinanceScreen({ view, refusal, calculation }: FinanceScreenProps) {
  const calculatorRefusal = refusalFor(refusal, "calculer")
  const rateRefusal = refusalFor(refusal, "taux")
  return (
    <>
      <h1 className="title-page">{screens.finance.title}</h1>
      <FinanceTabs />
      <FlashMessage flash={view.flash} />
      <div className="desk-columns">
        <FinanceForm view={view} refusal={calculatorRefusal || rateRefusal ? null : refusal} />
        <div className="stack gap-5">
          <DeliveryCalculator calculation={calculation} refusal={calculatorRefusal} />
          <LegalRate
            key={rateRefusal ? "typed" : view.legalRates.recorded.length}
            rates={view.legalRates}
            refusal={rateRefusal}
          />
        </div>
      </div>
    </>
  )
}
