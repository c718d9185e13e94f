import type { Refusal } from "../../http/refusal.ts"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { AccountSection, SavingForm } from "./account-form.tsx"
import { sectionForm } from "./own-details.tsx"
import type { AccountView } from "./view.ts"

export function ClientSection(props: { view: AccountView; refusal: Refusal | null }) {
  const { business } = props.view
  const { sectionRefusal, saved, fieldProps, fieldValue } = sectionForm("type-de-compte", props)
  return (
    <AccountSection form="type-de-compte" title="Type de compte" saved={saved}>
      {/* CSS alone hides the business fields, so only the server can validate them. */}
      <SavingForm form="type-de-compte" refusal={sectionRefusal} noValidate key={JSON.stringify(business)}>
        <RadioCards
          {...fieldProps("clientType")}
          legend="Vous êtes"
          options={[
            { value: "individual", label: "Particulier" },
            { value: "business", label: "Professionnel" },
          ]}
          defaultValue={fieldValue("clientType", business.clientType)}
        />
        <div className="stack account-business">
          <TextField
            {...fieldProps("businessName")}
            label="Raison sociale"
            autoComplete="organization"
            maxLength={160}
            defaultValue={fieldValue("businessName", business.businessName)}
          />
          <TextField
            {...fieldProps("businessSiret")}
            label="SIRET"
            inputMode="numeric"
            maxLength={40}
            hint="14 chiffres."
            defaultValue={fieldValue("businessSiret", business.businessSiret)}
          />
          <TextField
            {...fieldProps("businessVat")}
            label="Numéro de TVA"
            maxLength={40}
            optional
            defaultValue={fieldValue("businessVat", business.businessVat)}
          />
          <TextField
            {...fieldProps("businessContactName")}
            label="Nom de l’interlocuteur"
            autoComplete="name"
            maxLength={160}
            defaultValue={fieldValue("businessContactName", business.businessContactName)}
          />
        </div>
        <p className="small soft">S’appliquera à vos prochains contrats et factures.</p>
      </SavingForm>
    </AccountSection>
  )
}
