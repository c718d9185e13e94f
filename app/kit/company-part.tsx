import type { ReactNode } from "react"
import { MAX_COMPANY_REFERENCE } from "../../domain/accounts/company-order.ts"
import type { CompanyProposal } from "../../server/accounts/customers/company-proposal.ts"
import type { Refusal } from "../http/refusal.ts"
import { Checkbox } from "../ui/checkbox.tsx"
import { RadioCards } from "../ui/radio-cards.tsx"
import { TextField } from "../ui/text-field.tsx"
import { companyFields as field } from "./company-fields.ts"

type CompanyPartProps = {
  proposal: CompanyProposal
  refusal: Pick<Refusal, "errors" | "values"> | null
  children?: ReactNode
}

/** Folded for private customers, by CSS alone (D71). */
export function CompanyPart({ proposal, refusal, children }: CompanyPartProps) {
  const isTicked = refusal ? refusal.values[field.tick] === "oui" : proposal.isCompany
  const textField = (name: string, proposed = "") => ({
    id: name,
    name,
    error: refusal?.errors[name],
    defaultValue: refusal?.values[name] ?? proposed,
  })
  return (
    <div className="stack company">
      <Checkbox
        id={field.tick}
        name={field.tick}
        value="oui"
        label="Pour une entreprise ou une association"
        defaultChecked={isTicked}
      />
      <div className="stack company-details">
        <TextField
          {...textField(field.name, proposal.name)}
          label="Raison sociale"
          autoComplete="organization"
          maxLength={160}
        />
        <TextField
          {...textField(field.siret, proposal.siret)}
          label="SIRET"
          inputMode="numeric"
          maxLength={40}
          hint="14 chiffres."
        />
        <TextField
          {...textField(field.contact, proposal.contact)}
          label="Interlocuteur"
          autoComplete="name"
          maxLength={160}
        />
        {children}
        <TextField
          {...textField(field.purchaseOrder)}
          label="Bon de commande"
          optional
          maxLength={MAX_COMPANY_REFERENCE}
        />
        <TextField
          {...textField(field.buyerReference)}
          label="Code service ou référence"
          optional
          maxLength={MAX_COMPANY_REFERENCE}
        />
        {proposal.mayPayByInvoice && (
          <RadioCards
            name={field.payment}
            id={field.payment}
            legend="Régler l’acompte"
            options={[
              { value: "card", label: "Après la signature" },
              { value: "invoice", label: "Par virement, sur facture d’acompte" },
            ]}
            defaultValue={refusal?.values[field.payment] ?? "card"}
          />
        )}
      </div>
    </div>
  )
}
