import { durationLabel } from "../../../../domain/clock.ts"
import { weekdayNames } from "../../../../domain/day-labels.ts"
import { priceFieldNote } from "../../../../domain/finance/vat-wording.ts"
import { planLimits } from "../../../../domain/pricing/plan-fields.ts"
import { submittedValues } from "../../../http/refusal.ts"
import { useVatMode } from "../../../kit/vat-mode.ts"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { type EditRefusal, fieldProps } from "../../kit/edit-refusal.ts"
import { type PlanTexts, type PlanView, isNewPlan, planLabels } from "./view.ts"

const whole = { inputMode: "numeric", autoComplete: "off" } as const
const money = { inputMode: "decimal", autoComplete: "off", suffix: "€" } as const

type PlanFormProps = {
  view: PlanView
  refusal: EditRefusal | null
  onInput: (form: HTMLFormElement) => void
}

export function PlanForm({ view, refusal, onInput }: PlanFormProps) {
  const { productId, id, version, plan, texts, flash } = view
  const vatNote = priceFieldNote(useVatMode(), "En euros")
  const field = (name: keyof PlanTexts) => ({ label: planLabels[name], ...fieldProps(refusal, name, texts[name]) })
  return (
    <EditForm
      draft={id === "" ? `new-plan:${productId}:${plan.kind}` : `plan:${id}`}
      label="Formule"
      version={version}
      flash={flash}
      refusal={refusal}
      saveLabel={isNewPlan(view) ? "Ajouter la formule" : "Enregistrer"}
      onInput={onInput}
      long
    >
      <TextField {...field("name")} maxLength={planLimits.name} />
      <TextField
        {...field("sentence")}
        optional
        maxLength={planLimits.sentence}
        hint="Une phrase, sous le nom de la formule."
      />
      {plan.kind === "day" && (
        <>
          <TextField
            {...field("steps")}
            autoComplete="off"
            hint="En pour cent du prix par jour, par exemple 100&nbsp;%, 50&nbsp;%, 30&nbsp;%. Le dernier vaut pour la suite."
          />
          <div className="fields-row">
            <TextField {...field("minimumDays")} {...whole} suffix="j" />
            <TextField {...field("maximumDays")} {...whole} optional suffix="j" hint="Vide&nbsp;: sans maximum." />
          </div>
        </>
      )}
      {plan.kind === "fixed" && (
        <div className="fields-row">
          <TextField {...field("days")} {...whole} suffix="j" />
          <TextField {...field("price")} {...money} hint={vatNote} />
        </div>
      )}
      {plan.kind === "hours" && (
        <>
          <div className="fields-row">
            <TextField {...field("hours")} {...whole} suffix="h" />
            <TextField {...field("price")} {...money} hint={vatNote} />
          </div>
          <TextField
            {...field("startTimes")}
            autoComplete="off"
            hint="Séparées par des virgules, par exemple 18&nbsp;h, 20&nbsp;h&nbsp;30."
          />
          <div className="fields-row">
            <TextField {...field("maximumExtraHours")} {...whole} suffix="h" hint="0&nbsp;: aucune." />
            <TextField {...field("extraHourPrice")} {...money} optional />
          </div>
          <div className="fields-row">
            <MinutesField {...field("setUpMinutes")} />
            <MinutesField {...field("takeDownMinutes")} />
          </div>
          <p className="hint">Avant et après\u00a0: occupé, non facturé.</p>
        </>
      )}
      <Weekdays
        chosen={refusal ? submittedValues(refusal, "weekdays").map(Number) : plan.weekdays}
        error={refusal?.errors["weekdays"]}
      />
      <TextField {...field("minimumNotice")} {...whole} suffix="j" hint="Entre la demande et le premier jour." />
      <TextArea
        {...field("includes")}
        optional
        rows={4}
        hint="Une ligne chacun, par exemple «&nbsp;400 tirages&nbsp;»."
      />
    </EditForm>
  )
}

const QUARTERS = 49

function MinutesField({ defaultValue, ...field }: { label: string; defaultValue: string; name: string; id: string }) {
  const minutes = new Set([...Array.from({ length: QUARTERS }, (_, index) => index * 15), Number(defaultValue) || 0])
  return (
    <SelectField
      {...field}
      defaultValue={defaultValue}
      options={[...minutes]
        .toSorted((one, other) => one - other)
        .map((each) => ({ value: String(each), label: durationLabel(each) }))}
    />
  )
}

function Weekdays({ chosen, error }: { chosen: readonly number[]; error: string | undefined }) {
  return (
    <fieldset className="field" aria-describedby={error ? "weekdays-error" : undefined}>
      <legend className="field-label">{planLabels.weekdays}</legend>
      <div className="weekdays" id="weekdays" tabIndex={-1}>
        {weekdayNames.map((name, index) => (
          <Checkbox
            key={name}
            name="weekdays"
            value={index + 1}
            label={name}
            defaultChecked={chosen.includes(index + 1)}
          />
        ))}
      </div>
      {error && <FieldError id="weekdays-error">{error}</FieldError>}
    </fieldset>
  )
}
