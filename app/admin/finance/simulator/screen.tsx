import { Form, Link } from "react-router"
import type { LineChange } from "../../../../domain/booking/edit.ts"
import { hourInLabel } from "../../../../domain/clock.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { lineLabel } from "../../../../domain/pricing/price-labels.ts"
import type { PriceLine } from "../../../../domain/pricing/price.ts"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { type Column, DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { screens } from "../../kit/screens.ts"
import { FinanceTabs } from "../tabs.tsx"
import type { SimulatorView } from "./view.ts"

export function SimulatorScreen({ view }: { view: SimulatorView }) {
  return (
    <>
      <div className="stack gap-2">
        <h1 className="title-page">{screens.simulator.title}</h1>
        <p className="soft">Le prix d’une réservation, avec la règle de chaque ligne.</p>
      </div>
      <FinanceTabs />
      {view.product ? (
        <div className="desk-columns">
          <SimulatorForm key={`${view.product.id} ${view.product.plan.id}`} view={view} product={view.product} />
          <Result product={view.product} />
        </div>
      ) : (
        <EmptyState title="Aucun produit en location">Ajoutez un produit et son prix.</EmptyState>
      )}
    </>
  )
}

type Product = NonNullable<SimulatorView["product"]>

const whole = { inputMode: "numeric", autoComplete: "off" } as const

function SimulatorForm({ view: { products }, product }: { view: SimulatorView; product: Product }) {
  const { id, plans, plan, fields, options } = product
  return (
    <Form method="get" className="panel stack gap-5" aria-label="Location à simuler" preventScrollReset>
      <RequiredNote />
      <SelectField
        label="Produit"
        name="produit"
        defaultValue={id}
        options={products.map((each) => ({ value: each.id, label: each.name }))}
      />
      {plans.length > 1 && (
        <SelectField
          label="Formule"
          name="formule"
          defaultValue={plan.id}
          options={plans.map((each) => ({ value: each.id, label: each.name }))}
        />
      )}
      {plans.length === 1 && plan.id !== "" && <input type="hidden" name="formule" value={plan.id} />}
      <div className="fields-row">
        <TextField label="Premier jour" type="date" name="date" defaultValue={fields.date} />
        <TextField label="Demandée le" type="date" name="demande" defaultValue={fields.requestedOn} />
      </div>
      {plan.kind === "day" && (
        <TextField label="Nombre de jours" {...whole} name="jours" suffix="j" defaultValue={fields.days} />
      )}
      {plan.kind === "hours" && (
        <div className="fields-row">
          <SelectField
            label="Début"
            name="debut"
            defaultValue={fields.start ?? ""}
            options={plan.starts.map((start) => ({ value: start, label: hourInLabel(start) }))}
          />
          <TextField label="Heures en plus" {...whole} name="heures" suffix="h" defaultValue={fields.extraHours} />
        </div>
      )}
      <div className="fields-row">
        <TextField label="Code postal" optional {...whole} name="cp" maxLength={20} defaultValue={fields.zipCode} />
        <TextField label="Commune" optional name="ville" maxLength={100} defaultValue={fields.city} />
      </div>
      <details open={options.some(({ quantity }) => quantity > 0) || fields.photoPacks > 0}>
        <summary className="link-alone">Options et packs photo</summary>
        <div className="stack gap-4 pt-4">
          {options.map(({ field, label, isTicked, quantity }) =>
            isTicked ? (
              <Checkbox key={field} name={field} value="1" label={label} defaultChecked={quantity > 0} />
            ) : (
              <TextField key={field} label={label} {...whole} name={field} defaultValue={quantity} />
            ),
          )}
          <TextField label="Packs photo" {...whole} name="packs" defaultValue={fields.photoPacks} />
        </div>
      </details>
      <Button>Calculer</Button>
    </Form>
  )
}

function Result({ product: { result, problem, delivery, lowestPrice } }: { product: Product }) {
  return (
    <section className="panel stack lg:sticky lg:top-5" aria-label="Prix" aria-live="polite">
      <h2 className="title-card">Prix</h2>
      {problem && <Notice tone="warning">{problem}</Notice>}
      {result && <Lines result={result} />}
      {delivery && <p className="small soft">{delivery}</p>}
      <p className="small soft">
        {lowestPrice === null
          ? "Prix le plus bas des 30 derniers jours\u00a0: pas encore connu, aucune réduction ne peut être annoncée."
          : `Prix le plus bas des 30 derniers jours, sans règle\u00a0: ${formatMoney(lowestPrice)}.`}
      </p>
      {!delivery && result && <p className="small soft">Sans livraison. Indiquez un code postal pour l’ajouter.</p>}
    </section>
  )
}

function Lines({ result: { on, later, change, laterProblem } }: { result: NonNullable<Product["result"]> }) {
  const columns: Column<LineChange>[] = [
    { key: "line", label: "Ligne", cell: lineCell },
    { key: "on", label: on, phone: "labelled" as const, end: true, cell: ({ before }) => amountText(before) },
    ...(laterProblem
      ? []
      : [
          {
            key: "later",
            label: later,
            phone: "labelled" as const,
            end: true,
            cell: ({ after }: LineChange) => amountText(after),
          },
        ]),
  ]
  return (
    <>
      <DataTable
        caption="Lignes du prix, ce jour-là et une semaine plus tard"
        captionHidden
        columns={columns}
        rows={change.lines}
        rowKey={(row) => String(change.lines.indexOf(row))}
      />
      <p className="total">
        <span>{`Total, ${on}`}</span> <strong>{formatMoney(change.before)}</strong>
      </p>
      {laterProblem ? (
        <p className="small soft">{`Une semaine plus tard, ${later}\u00a0: ${laterProblem}`}</p>
      ) : (
        <p className="total">
          <span>{`Une semaine plus tard, ${later}`}</span> <strong>{formatMoney(change.after)}</strong>
        </p>
      )}
    </>
  )
}

function lineCell({ before, after }: LineChange) {
  const line = before ?? after
  if (!line) return null
  const { label, detail } = lineLabel(line)
  return (
    <span className="wrap-anywhere">
      {line.ruleId ? (
        <Link to={`${screens.priceRules.to}?regle=${line.ruleId}`}>{label}</Link>
      ) : (
        <strong>{label}</strong>
      )}
      {detail && (
        <>
          <br />
          <span className="fine soft">{detail}</span>
        </>
      )}
    </span>
  )
}

function amountText(line: PriceLine | null): string {
  return line ? formatMoney(line.amount) : "–"
}
