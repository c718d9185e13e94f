import { type ChangeEvent, useRef } from "react"
import { Form } from "react-router"
import { counted } from "../../../../isomorphic/text/counted.ts"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { useShownValues } from "../../../ui/use-shown-values.ts"
import { DEBOUNCE_MS, useDelayedSubmit } from "../use-delayed-submit.ts"
import type { ChoicesView } from "./options-view.ts"
import { SearchField } from "../search-field.tsx"

type PickedProductProps = {
  choices: ChoicesView
  /** Its id. */
  chosen: string
  path: string
  /** What the form keeps of the address. */
  kept?: Readonly<Record<string, string>>
}

/** Whose options, whose manual, whose days. Of very many products, those of a name are looked for first. */
export function PickedProduct({ choices: { products, found, search }, chosen, path, kept = {} }: PickedProductProps) {
  const form = useRef<HTMLFormElement>(null)
  const { sendIn, cancel, waiting } = useDelayedSubmit(form)
  useShownValues(form, { produit: chosen, q: search }, waiting)
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      className="stack min-w-0 flex-1 basis-72 gap-2"
      noValidate
      preventScrollReset
      onChange={({ target }: ChangeEvent<HTMLFormElement>) => {
        const typing = target.type === "search"
        sendIn(typing ? DEBOUNCE_MS : 0, typing)
      }}
      onSubmit={cancel}
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        {found !== null && (
          <SearchField label="Nom du produit" value={search} className="min-w-0 flex-1 basis-48 sm:max-w-72" />
        )}
        <SelectField
          className="min-w-0 max-w-md flex-1 basis-60"
          label="Produit"
          name="produit"
          optional="filter"
          defaultValue={chosen}
          options={products.map(({ id, name, isActive, isArchived }) => ({
            value: id,
            label: `${name}${isArchived ? " (archivé)" : isActive ? "" : " (inactif)"}`,
          }))}
        />
        <Button variant="secondary" className="without-script">
          Afficher
        </Button>
      </div>
      {found !== null && (
        <p className="small soft" data-result>
          {foundMessage(found, products.length, search)}
        </p>
      )}
    </Form>
  )
}

function foundMessage(found: number, shown: number, search: string): string {
  const how = counted(found, "produit", "produits", "Aucun produit")
  const named = search === "" ? how : `${how} ${found > 1 ? "ont" : "a"} ce nom`
  return found > shown ? `${named}. La liste montre les premiers\u00a0: cherchez les autres par leur nom.` : `${named}.`
}
