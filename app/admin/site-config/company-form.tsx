import { TextArea } from "../../ui/text-area.tsx"
import { TextField, type TextFieldProps } from "../../ui/text-field.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { fieldProps, refusalFor } from "../kit/edit-refusal.ts"
import { FormGroup } from "../kit/form-group.tsx"
import { type CompanyField, companyFieldLabels } from "../kit/site-fields.ts"
import type { SiteConfigProps } from "./view.ts"

export function CompanyForm({ view, refusal: answer }: SiteConfigProps) {
  const refusal = refusalFor(answer, "entreprise")
  const field = (name: CompanyField) => ({
    label: companyFieldLabels[name],
    ...fieldProps(refusal, name, view.values[name]),
  })
  const line = (name: CompanyField, extra: Partial<TextFieldProps> = {}) => (
    <TextField optional {...field(name)} {...extra} />
  )
  return (
    <EditForm
      draft="site-config-company"
      intent="entreprise"
      label="L’entreprise"
      long
      saveLabel="Enregistrer l’entreprise"
      version={view.companyVersion}
      flash={view.flash}
      refusal={refusal}
    >
      <FormGroup title="Identité">
        {line("companyName", { optional: false, maxLength: 120 })}
        <div className="fields-row">
          {line("companyPhone", { type: "tel", autoComplete: "tel", maxLength: 30 })}
          {line("companyEmail", { type: "email", autoComplete: "email", maxLength: 254 })}
        </div>
        <TextArea optional {...field("companyAddress")} rows={2} maxLength={300} />
      </FormGroup>
      <FormGroup title="Mentions légales">
        <div className="fields-row">
          {line("legalForm", { maxLength: 80, placeholder: "SARL, entreprise individuelle…" })}
          {line("shareCapital", { maxLength: 80 })}
        </div>
        <div className="fields-row">
          {line("companySiret", { inputMode: "numeric", maxLength: 20, hint: "14 chiffres." })}
          {line("companyRcs", { maxLength: 120, hint: "Ville et numéro." })}
        </div>
        <div className="fields-row">
          {line("vatNumber", { maxLength: 20 })}
          {line("publicationDirector", { maxLength: 120 })}
        </div>
        <TextArea
          optional
          {...field("hostingNotice")}
          rows={2}
          maxLength={400}
          hint="Nom, adresse et téléphone, montrés au bas de chaque page."
        />
        <div className="fields-row">
          {line("mediatorName", { maxLength: 200 })}
          {line("mediatorUrl", { type: "url", maxLength: 300 })}
        </div>
        <TextArea optional {...field("insurance")} rows={2} maxLength={400} />
      </FormGroup>
    </EditForm>
  )
}
