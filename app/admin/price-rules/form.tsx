import { weekdayNames } from "../../../domain/day-labels.ts"
import { ruleLimits } from "../../../domain/pricing/price-rule-fields.ts"
import { submittedValues } from "../../http/refusal.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FieldError } from "../../ui/field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { type EditRefusal, fieldProps } from "../kit/edit-refusal.ts"
import type { Flash } from "../kit/flash.ts"
import { screens } from "../kit/screens.ts"
import type { RuleTexts } from "./fields.ts"
import type { RuleEditor, TargetChoice } from "./view.ts"

type RuleFormProps = {
  editor: RuleEditor
  choices: readonly TargetChoice[]
  flash: Flash | null
  refusal: EditRefusal | null
}

const whole = { inputMode: "numeric", autoComplete: "off" } as const

export function RuleForm({ editor, choices, flash, refusal }: RuleFormProps) {
  const { id, version, kind, texts } = editor
  const field = (name: keyof RuleTexts) => fieldProps(refusal, name, texts[name])
  const isTicked = (name: string, stored: boolean) => (refusal ? refusal.values[name] === "oui" : stored)
  return (
    <EditForm
      draft={id === "" ? `new-price-rule:${kind}` : `price-rule:${id}`}
      label="Règle de prix"
      version={version}
      hidden={{ id, kind }}
      flash={flash}
      refusal={refusal}
      saveLabel={id === "" ? "Ajouter la règle" : "Enregistrer"}
      long
      aside={
        <ButtonLink variant="quiet" to={screens.priceRules.to}>
          Retour à la liste
        </ButtonLink>
      }
    >
      <TextField
        label="Nom"
        maxLength={ruleLimits.name}
        hint="Le client le lit, par exemple «&nbsp;Tarif lundi–jeudi&nbsp;» ou «&nbsp;Haute saison&nbsp;»."
        {...field("name")}
      />
      {kind === "season" && (
        <>
          <div className="fields-row">
            <TextField label="Premier jour" type="date" {...field("from")} />
            <TextField label="Dernier jour" type="date" {...field("to")} />
          </div>
          <Checkbox
            name="isYearly"
            value="oui"
            label="Chaque année"
            hint="Les années des dates ne comptent alors pas."
            defaultChecked={isTicked("isYearly", editor.isYearly)}
          />
        </>
      )}
      {kind === "day" && (
        <Weekdays
          chosen={refusal ? submittedValues(refusal, "weekdays").map(Number) : editor.weekdays}
          onHolidays={isTicked("onHolidays", editor.onHolidays)}
          error={refusal?.errors["weekdays"]}
        />
      )}
      {kind === "lead-time" && (
        <>
          <div className="fields-row">
            <TextField label="Au moins" {...whole} optional suffix="j" {...field("atLeast")} />
            <TextField label="Au plus" {...whole} optional suffix="j" {...field("atMost")} />
          </div>
          <p className="hint">Entre la demande et le premier jour de location.</p>
        </>
      )}
      <TextField
        label="Changement"
        autoComplete="off"
        optional={kind === "season"}
        hint="Par exemple −20&nbsp;% ou +15&nbsp;€ par jour de location."
        {...field("change")}
      />
      {kind === "season" && (
        <TextField
          label="Durée minimum"
          {...whole}
          optional
          suffix="j"
          hint="Pour les locations à la journée qui commencent dans la saison."
          {...field("minimumDays")}
        />
      )}
      <Targets choices={choices} chosen={refusal ? submittedValues(refusal, "targets") : editor.targets} />
      <TextField
        label="Priorité"
        {...whole}
        hint="Deux saisons le même jour&nbsp;: la plus grande priorité compte, puis la règle la plus récente."
        {...field("priority")}
      />
    </EditForm>
  )
}

function Weekdays({
  chosen,
  onHolidays,
  error,
}: {
  chosen: readonly number[]
  onHolidays: boolean
  error: string | undefined
}) {
  return (
    <fieldset className="field" aria-describedby={error ? "weekdays-error" : undefined}>
      <legend className="field-label">Jours</legend>
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
      <Checkbox
        name="onHolidays"
        value="oui"
        label="jours fériés"
        hint="Un jour férié l’emporte sur son jour de la semaine."
        defaultChecked={onHolidays}
      />
      {error && <FieldError id="weekdays-error">{error}</FieldError>}
    </fieldset>
  )
}

function Targets({ choices, chosen }: { choices: readonly TargetChoice[]; chosen: readonly string[] }) {
  const hidden = chosen.filter((key) => !choices.some((choice) => choice.key === key))
  return (
    <fieldset className="field stack gap-2">
      <legend className="field-label">Produits et formules</legend>
      <p className="hint">Rien de coché&nbsp;: la règle vaut pour tout.</p>
      {choices.map(({ key, label, isProduct }) => (
        <Checkbox
          key={key}
          name="targets"
          value={key}
          label={label}
          className={isProduct ? "" : "pl-8"}
          defaultChecked={chosen.includes(key)}
        />
      ))}
      {/* Targets that are no longer sold stay: without any, the rule would count everywhere. */}
      {hidden.map((key) => (
        <input key={key} type="hidden" name="targets" value={key} />
      ))}
    </fieldset>
  )
}
