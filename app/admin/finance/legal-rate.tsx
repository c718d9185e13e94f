import { Form } from "react-router"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { LegalRateView } from "../kit/finance-view.ts"
import { type EditRefusal, fieldProps } from "../kit/edit-refusal.ts"
import { useSending } from "../kit/use-sending.ts"
import { errorItems } from "../../http/refusal.ts"

type LegalRateProps = { rates: LegalRateView; refusal: EditRefusal | null }

export function LegalRate({ rates: { recorded, open, missing }, refusal }: LegalRateProps) {
  const busy = useSending({ intent: "taux" })
  const errors = refusal?.errors ?? {}
  return (
    <section className="panel stack" aria-labelledby="taux-legal">
      <h2 className="title-block" id="taux-legal">
        Taux d’intérêt légal
      </h2>
      <p className="small soft">
        Intérêts d’une somme payée plus de trois mois d’avance (art.&nbsp;L.&nbsp;214-2). Il change chaque semestre.
      </p>
      <dl className="lines">
        {recorded.map(({ label, rate }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{rate}</dd>
          </div>
        ))}
      </dl>
      {missing && <p className="small">Il manque celui du {missing}&nbsp;: le dernier connu sert en attendant.</p>}
      <Form method="post" className="stack" noValidate preventScrollReset aria-labelledby="taux-legal">
        {refusal && <FormError errors={errorItems(errors)} answer={refusal} />}
        <RequiredNote />
        <SelectField label="Semestre" options={open} {...fieldProps(refusal, "since", open[0]?.value ?? "")} />
        <TextField
          label="Taux"
          suffix="%"
          inputMode="decimal"
          maxLength={6}
          autoComplete="off"
          className="max-w-60"
          {...fieldProps(refusal, "rate", "")}
        />
        <div>
          <Button variant="secondary" size="small" name="intent" value="taux" busy={busy}>
            Noter ce taux
          </Button>
        </div>
      </Form>
    </section>
  )
}
