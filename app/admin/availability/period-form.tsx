import { Form } from "react-router"
import { weekdayNames } from "../../../domain/day-labels.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FieldError } from "../../ui/field.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { productLabel } from "./toolbar.tsx"
import { type PlanningUrl, planningPath } from "./url.ts"
import type { PlanningView, UnitChoice } from "./view.ts"
import { RequiredNote } from "../../ui/required-note.tsx"

/** Submits by GET, so that the preview is shown before anything is changed. */
export function PeriodForm({
  view: { products, units, isTruncated, problem, today },
  url,
}: {
  view: PlanningView
  url: PlanningUrl
}) {
  const { period, reason } = url
  const errorFor = (field: Problem["field"]) => (problem?.field === field ? problemMessage(problem) : undefined)
  return (
    <section className="panel stack" aria-labelledby="bloquer-une-periode">
      <h2 className="title-card" id="bloquer-une-periode">
        Bloquer, libérer ou réparer
      </h2>
      {problem && (
        <FormError errors={[{ message: problemMessage(problem), field: fieldIds[problem.field] }]} answer={problem} />
      )}
      <Form method="get" action={planningPath} className="stack" preventScrollReset noValidate>
        {url.view !== "planning" && <input type="hidden" name="vue" value={url.view} />}
        {url.product && <input type="hidden" name="produit" value={url.product} />}
        {url.from && <input type="hidden" name="debut" value={url.from} />}
        {url.view === "planning" && url.weeks !== null && <input type="hidden" name="semaines" value={url.weeks} />}
        {url.year !== null && <input type="hidden" name="annee" value={url.year} />}
        <RequiredNote />
        <div className="period-fields">
          <TextField
            label="Du"
            name="du"
            type="date"
            id={fieldIds.from}
            min={today}
            defaultValue={period.from}
            error={errorFor("from")}
          />
          <TextField
            label="Au"
            name="au"
            type="date"
            id={fieldIds.to}
            min={today}
            defaultValue={period.to}
            error={errorFor("to")}
          />
          <SelectField
            label="Pour"
            name="pour"
            id={fieldIds.unit}
            error={errorFor("unit")}
            hint={isTruncated ? "Un produit qui n’y est pas\u00a0: cherchez-le d’abord par son nom." : undefined}
            defaultValue={url.actUnit === null ? (url.actProduct ?? "") : `${url.actProduct}/${url.actUnit}`}
            placeholder="Tous les produits"
            optional="filter"
            options={products.flatMap((product) => [
              { value: product.id, label: productLabel(product) },
              ...units
                .filter(({ productId }) => productId === product.id)
                .map((unit) => ({ value: `${product.id}/${unit.unit}`, label: `${product.name}, ${unitName(unit)}` })),
            ])}
          />
        </div>
        <fieldset className="field" aria-describedby="chaque-aide">
          <legend className="field-label">Seulement le</legend>
          <p className="hint" id="chaque-aide">
            Sans rien cocher, tous les jours de la période.
          </p>
          <div className="weekdays" id={fieldIds.weekdays} tabIndex={-1}>
            {weekdayNames.map((name, index) => (
              <Checkbox
                key={name}
                name="chaque"
                value={index + 1}
                label={name}
                defaultChecked={period.weekdays.includes(index + 1)}
              />
            ))}
          </div>
          {problem?.field === "weekdays" && <FieldError id="chaque-erreur">{problemMessage(problem)}</FieldError>}
        </fieldset>
        <TextField
          label="Motif"
          name="motif"
          optional
          maxLength={500}
          defaultValue={reason}
          hint={"Visible dans l’administration seulement. Par exemple\u00a0: Congés."}
        />
        <div className="cluster">
          <Button name="geste" value="bloquer" variant="secondary">
            Voir avant de bloquer
          </Button>
          <Button name="geste" value="liberer" variant="secondary">
            Voir avant de libérer
          </Button>
          <Button name="geste" value="reparer" variant="secondary">
            Mettre en réparation
          </Button>
        </div>
      </Form>
    </section>
  )
}

type Problem = NonNullable<PlanningView["problem"]>

/** "n° 2 Noyer" */
export function unitName({ unit, label }: Pick<UnitChoice, "unit" | "label">): string {
  return `n°\u00a0${unit}${label ? ` ${label}` : ""}`
}

const fieldIds: Record<Problem["field"], string> = {
  unit: "periode-pour",
  from: "periode-du",
  to: "periode-au",
  weekdays: "periode-chaque",
}

function problemMessage({ field, kind }: Problem): string {
  switch (kind) {
    case "missing":
      return field === "from" ? "Indiquez le premier jour." : "Indiquez le dernier jour."
    case "not-a-day":
      return "Ce jour n’existe pas. Écrivez-le comme 2027-06-12."
    case "before-start":
      return "Le dernier jour vient avant le premier."
    case "too-long":
      return "La période ne peut pas dépasser deux ans."
    case "over":
      return "Cette période est déjà passée."
    case "unit-missing":
      return "Choisissez un exemplaire."
    case "unit-alone":
      return "Un exemplaire seul se met en réparation. Choisissez le produit entier."
    case "not-for-repairs":
      return "Une réparation prend tous les jours de la période."
    case "none-inside":
      return "Aucun de ces jours de la semaine ne tombe dans la période, à partir d’aujourd’hui."
  }
}
