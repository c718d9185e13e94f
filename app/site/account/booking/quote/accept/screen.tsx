import { Form, Link, useNavigation } from "react-router"
import Clock from "lucide-react/icons/clock-3"
import { MAX_BUYER_ROLE } from "../../../../../../domain/quotes/buyer.ts"
import { validityLabel } from "../../../../../../domain/quotes/validity.ts"
import type { Refusal } from "../../../../../http/refusal.ts"
import { CompanyPart } from "../../../../../kit/company-part.tsx"
import { Button } from "../../../../../ui/button.tsx"
import { FormError } from "../../../../../ui/form-error.tsx"
import { Icon } from "../../../../../ui/icon.tsx"
import { Notice } from "../../../../../ui/notice.tsx"
import { TextField } from "../../../../../ui/text-field.tsx"
import { ContractText, Summary } from "../../signing-screen.tsx"
import { SigningForm } from "../../signing-form.tsx"
import { HomePanel } from "../../../../kit/home-fields.tsx"
import { QuoteChange } from "../change.tsx"
import { COMPANY_INTENT, OPTION_FIELD, ROLE_FIELD } from "../intents.ts"
import { NearOffers } from "../near-offers.tsx"
import type { AcceptanceView } from "./view.ts"

type AcceptanceScreenProps = { view: AcceptanceView; refusal: Refusal | null }

export function AcceptanceScreen({ view, refusal }: AcceptanceScreenProps) {
  const { contract, homeQuestion, taken, change } = view
  const signing = refusal?.values["intent"] === "signer" ? refusal : null
  return (
    <div className="page wizard-page signing quote-page">
      <header className="stack gap-2">
        <p className="small soft">
          <Link to={view.back}>Devis {view.number}</Link>
        </p>
        <h1 className="title-page">Accepter le devis</h1>
        <p className="quote-until">
          <Icon icon={Clock} />
          <span>Signez jusqu’au {validityLabel(view.validUntil)}.</span>
        </p>
      </header>
      {contract && !taken && <Summary view={view} />}
      {taken && <NearOffers taken={taken} refusal={refusal} />}
      {change && <QuoteChange change={change} />}
      {homeQuestion && (
        <HomePanel question={homeQuestion} refusal={refusal}>
          <p className="small soft">Pour le contrat et la facture. Vous signez ensuite.</p>
        </HomePanel>
      )}
      <CompanyPanel company={view.company} refusal={refusal} />
      {contract ? (
        <>
          <ContractText html={contract.html} />
          {!homeQuestion && (
            <SigningForm view={{ ...view, contract, proof: { by: "link" } }} refusal={signing}>
              <input type="hidden" name="version" value={view.version} />
              {view.ticked.map((id) => (
                <input key={id} type="hidden" name={OPTION_FIELD} value={id} />
              ))}
            </SigningForm>
          )}
        </>
      ) : (
        <Notice tone="warning">Ce devis ne se signe pas encore en ligne. Écrivez-nous.</Notice>
      )}
    </div>
  )
}

type CompanyPanelProps = { company: AcceptanceView["company"]; refusal: Refusal | null }

function CompanyPanel({ company: { proposal, values }, refusal }: CompanyPanelProps) {
  const { state, formData } = useNavigation()
  const own = refusal?.values["intent"] === COMPANY_INTENT ? refusal : null
  const typed = own ?? (Object.keys(values).length > 0 ? { errors: {}, values } : null)
  return (
    <section className="panel stack" aria-label="Entreprise ou association">
      <Form
        method="post"
        className="stack company-panel"
        data-saved={Object.keys(values).length > 0 || undefined}
        noValidate
        preventScrollReset
      >
        <FormError
          errors={Object.entries(own?.errors ?? {}).map(([field, message]) => ({ message, field }))}
          answer={own}
        />
        <CompanyPart proposal={proposal} refusal={typed}>
          <TextField
            id={ROLE_FIELD}
            name={ROLE_FIELD}
            label="Votre fonction"
            autoComplete="organization-title"
            maxLength={MAX_BUYER_ROLE}
            error={own?.errors[ROLE_FIELD]}
            defaultValue={typed?.values[ROLE_FIELD]}
          />
        </CompanyPart>
        <p className="company-save">
          <Button
            name="intent"
            value={COMPANY_INTENT}
            variant="secondary"
            busy={state !== "idle" && formData?.get("intent") === COMPANY_INTENT}
            busyText="Enregistrement…"
          >
            Enregistrer
          </Button>
        </p>
      </Form>
    </section>
  )
}
