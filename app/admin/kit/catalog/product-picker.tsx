import { type ChangeEvent, useRef } from "react"
import { Form } from "react-router"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { useDisplayedValues } from "../../../ui/use-displayed-values.ts"
import { DEBOUNCE_MS, useDelayedSubmit } from "../use-delayed-submit.ts"
import type { ChoicesView } from "./options-view.ts"
import { SearchField } from "../search-field.tsx"

type ProductPickerProps = {
  choices: ChoicesView
  chosen: string
  path: string
  preservedParams?: Readonly<Record<string, string>>
}

export function ProductPicker({
  choices: { products, matchCount, search },
  chosen,
  path,
  preservedParams = {},
}: ProductPickerProps) {
  const form = useRef<HTMLFormElement>(null)
  const { submitAfter, cancel, pendingTimer } = useDelayedSubmit(form)
  useDisplayedValues(form, { produit: chosen, q: search }, pendingTimer)
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
        submitAfter(typing ? DEBOUNCE_MS : 0, typing)
      }}
      onSubmit={cancel}
    >
      {Object.entries(preservedParams).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        {matchCount !== null && (
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
      {matchCount !== null && (
        <p className="small soft" data-result>
          {matchCountText(matchCount, products.length, search)}
        </p>
      )}
    </Form>
  )
}

function matchCountText(matchCount: number, listedCount: number, search: string): string {
  const countText = countLabel(matchCount, "produit", "produits", "Aucun produit")
  const matchText = search === "" ? countText : `${countText} ${matchCount > 1 ? "ont" : "a"} ce nom`
  return matchCount > listedCount
    ? `${matchText}. La liste montre les premiers\u00a0: cherchez les autres par leur nom.`
    : `${matchText}.`
}
