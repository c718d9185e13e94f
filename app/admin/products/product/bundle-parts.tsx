import { Form } from "react-router"
import type { UnitsOfProduct } from "../../../../domain/rental/parts.ts"
import type { ProductName } from "../../../../server/catalog/edit-bundle.ts"
import { submittedValues } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"

export type BundleView = { parts: readonly UnitsOfProduct[]; version: string; choices: readonly ProductName[] }

/** The last row adds a product; 0 takes one out. */
export function BundleParts({ bundle, refusal }: { bundle: BundleView; refusal: EditRefusal | null }) {
  const { choices } = bundle
  const typedUnits = refusal ? submittedValues(refusal, "nombre") : []
  const error = refusal?.errors["produit"] ?? refusal?.errors["nombre"]
  const rows = refusal
    ? submittedValues(refusal, "produit").map((id, index) => ({ id, units: typedUnits[index] ?? "" }))
    : [...bundle.parts.map(({ productId: id, units }) => ({ id, units: String(units) })), { id: "", units: "1" }]
  return (
    <section className="panel stack" id="contenu" aria-label="Contenu du pack">
      <div className="stack gap-1">
        <h2 className="title-card">Contenu du pack</h2>
        <p className="small soft">Le pack est libre quand tout ce qu’il contient l’est.</p>
      </div>
      <Form method="post" className="stack gap-3" key={JSON.stringify(rows)}>
        <input type="hidden" name="avant" value={refusal?.values["avant"] ?? bundle.version} />
        {rows.map(({ id, units }, index) => (
          <div key={index} className="fields-row">
            <SelectField
              id={`produit-${index}`}
              name="produit"
              label={index === rows.length - 1 ? "Ajouter un produit" : `Produit ${index + 1}`}
              placeholder="Aucun"
              defaultValue={id}
              options={choices.map((choice) => ({ value: choice.id, label: choice.name }))}
            />
            <TextField
              id={`nombre-${index}`}
              name="nombre"
              label="Exemplaires"
              defaultValue={units}
              inputMode="numeric"
              autoComplete="off"
              hint={index === 0 ? <>0&nbsp;: retiré du pack.</> : undefined}
            />
          </div>
        ))}
        {error && <FieldError>{error}</FieldError>}
        <Button variant="secondary" name="intent" value="contenu" className="self-start">
          Enregistrer le contenu
        </Button>
      </Form>
    </section>
  )
}
