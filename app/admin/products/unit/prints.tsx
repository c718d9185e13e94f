import { Form } from "react-router"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { ORDER_BELOW_PRINTS, printsLabel } from "../../../../domain/catalog/supplies.ts"
import { errorItems } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { fieldProps, refusalFor } from "../../kit/edit-refusal.ts"
import { useBusyIntent } from "./use-busy-intent.ts"
import type { MachineView, UnitRefusal, UnitView } from "./view.ts"

type PrintsProps = { unit: UnitView; refusal: UnitRefusal | null }

export function Prints({ unit: { prints }, refusal }: PrintsProps) {
  const busy = useBusyIntent()
  const refused = refusalFor(refusal, "ajouter-tirages") ?? refusalFor(refusal, "compter-tirages")
  return (
    <section className="panel stack" aria-labelledby="tirages-restants">
      <h2 className="title-card" id="tirages-restants">
        Papier et ruban
      </h2>
      <PrintsLeft prints={prints} />
      <Form method="post" className="stack gap-3" noValidate preventScrollReset>
        {refused && <FormError errors={errorItems(refused.errors)} answer={refused} />}
        <TextField label="Tirages" type="number" min={0} marked {...fieldProps(refused, "tirages", "400")} />
        <div className="cluster">
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="ajouter-tirages"
            busy={busy === "ajouter-tirages"}
          >
            Ajouter au stock
          </Button>
          <Button variant="quiet" size="small" name="intent" value="compter-tirages" busy={busy === "compter-tirages"}>
            Corriger le stock
          </Button>
        </div>
      </Form>
    </section>
  )
}

function PrintsLeft({ prints }: Pick<MachineView, "prints">) {
  if (prints === "never-noted" || prints === null)
    return <p className="small soft">Notez ce que vous achetez. Les locations passées s’en déduisent.</p>
  const { left, bought, used, countedAt } = prints
  return (
    <div>
      <p className="cluster gap-2">
        <span className="figure">{printsLabel(left)}</span>
        {left < ORDER_BELOW_PRINTS && <Tag tone="late">à commander</Tag>}
      </p>
      <p className="small soft">
        {countedAt && `Comptés le ${dayMedium(dayInParis(countedAt))}. `}
        Achetés&nbsp;: {bought.toLocaleString("fr-FR")}. Loués&nbsp;: {used.toLocaleString("fr-FR")}.
      </p>
    </div>
  )
}
