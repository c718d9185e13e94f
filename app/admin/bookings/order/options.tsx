import { useState } from "react"
import { alternativesField, optionField } from "../../../../domain/booking/choice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import {
  decreaseQuantity,
  groupAlternatives,
  hasQuantity,
  increaseQuantity,
  largestQuantity,
  unitLabels,
} from "../../../../domain/pricing/options.ts"
import { onceLabel } from "../../../../domain/pricing/price-labels.ts"
import { Counter } from "../../../ui/counter.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { Switch } from "../../../ui/switch.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import type { OrderOption, OrderOptionsView } from "./view.ts"

type OrderOptionsProps = { view: OrderOptionsView; errors: Readonly<Record<string, string>>; onChange: () => void }

/** D4, D5. */
export function OrderOptions({ view, errors, onChange }: OrderOptionsProps) {
  const topOptions = view.options.filter(({ parentId }) => parentId === null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(
    () => new Set(view.options.filter(({ quantity }) => quantity > 0).map(({ id }) => id)),
  )
  const handleQuantity = (id: string) => (quantity: number) => {
    setChosenIds((ids) =>
      ids.has(id) === quantity > 0
        ? ids
        : new Set(quantity > 0 ? [...ids, id] : [...ids].filter((other) => other !== id)),
    )
    onChange()
  }
  const handleAlternative = (group: readonly OrderOption[], chosen: string) => {
    const others = [...chosenIds].filter((id) => group.every((option) => option.id !== id))
    setChosenIds(new Set(chosen === "" ? others : [...others, chosen]))
    onChange()
  }
  const row = (group: readonly OrderOption[], parent: OrderOption | null) => {
    const [option] = group
    if (!option) return null
    const isParentMissing = parent !== null && !chosenIds.has(parent.id)
    const shared = { parentName: parent?.name ?? null, isParentMissing }
    return option.choiceGroup === "" ? (
      <OptionRow
        key={option.id}
        {...shared}
        option={option}
        error={errors[optionField(option.id)]}
        onQuantity={parent ? onChange : handleQuantity(option.id)}
      />
    ) : (
      <Alternatives
        key={option.id}
        {...shared}
        group={group}
        chosen={group.find(({ id }) => chosenIds.has(id))?.id ?? ""}
        error={group.map(({ id }) => errors[optionField(id)]).find(Boolean)}
        onChoose={(chosen) => handleAlternative(group, chosen)}
      />
    )
  }
  return (
    <div>
      {groupAlternatives(topOptions).map((group) => (
        <div key={group[0]?.id}>
          {row(group, null)}
          {group.map((option) =>
            groupAlternatives(view.options.filter(({ parentId }) => parentId === option.id)).map((subGroup) =>
              row(subGroup, option),
            ),
          )}
        </div>
      ))}
      <div className="option">
        <div>
          <h3 className="option-name">Pack photo</h3>
          <p className="small soft">
            {view.photoPackQuantity} photos par pack. {formatMoney(view.photoPackPrice)} par jour
          </p>
          {errors["packs"] && <FieldError>{errors["packs"]}</FieldError>}
        </div>
        <Counter
          name="packs"
          label="Packs photo"
          increaseLabel="Ajouter un pack photo"
          decreaseLabel="Retirer un pack photo"
          max={999}
          defaultValue={view.photoPacks}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

type OptionRowProps = {
  option: OrderOption
  parentName: string | null
  /** Disables the sub-option so that it is not submitted; without JavaScript the server refuses it. */
  isParentMissing?: boolean
  error: string | undefined
  onQuantity: (quantity: number) => void
}

function OptionRow({ option, parentName, isParentMissing = false, error, onQuantity }: OptionRowProps) {
  const disabled = useHydrated() && isParentMissing
  const titleId = `option-${option.id}`
  const errorId = `${titleId}-erreur`
  const Heading = parentName === null ? "h3" : "h4"
  return (
    <div className={`option${parentName === null ? "" : " option-inner"}${isParentMissing ? " option-waiting" : ""}`}>
      <div>
        <Heading className="option-name" id={titleId}>
          {option.name}
        </Heading>
        <p className="small soft">
          {parentName !== null && `Avec «\u00a0${parentName}\u00a0» seulement. `}
          {priceLabel(option)}
        </p>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      {!hasQuantity(option) ? (
        <Switch
          id={optionField(option.id)}
          name={optionField(option.id)}
          value="1"
          defaultChecked={option.quantity > 0}
          disabled={disabled}
          onChange={({ target }) => onQuantity(target.checked ? 1 : 0)}
          aria-labelledby={titleId}
        />
      ) : (
        <Counter
          id={optionField(option.id)}
          disabled={disabled}
          name={optionField(option.id)}
          label={option.name}
          increaseLabel={`Ajouter\u00a0: ${option.name}`}
          decreaseLabel={`Retirer\u00a0: ${option.name}`}
          max={largestQuantity(option)}
          defaultValue={option.quantity}
          increase={(from) => increaseQuantity(option, from)}
          decrease={(from) => decreaseQuantity(option, from)}
          onChange={onQuantity}
          {...(error ? { "aria-invalid": true as const, "aria-describedby": errorId } : {})}
        />
      )}
    </div>
  )
}

type AlternativesProps = Pick<OptionRowProps, "parentName" | "isParentMissing" | "error"> & {
  group: readonly OrderOption[]
  chosen: string
  onChoose: (id: string) => void
}

function Alternatives({ group, parentName, isParentMissing = false, chosen, error, onChoose }: AlternativesProps) {
  const disabled = useHydrated() && isParentMissing
  const [first] = group
  if (!first) return null
  return (
    <div className={`option${parentName === null ? "" : " option-inner"}${isParentMissing ? " option-waiting" : ""}`}>
      <RadioCards
        className="option-alternatives"
        name={alternativesField(first)}
        legend={first.choiceGroup}
        hint={parentName !== null && `Avec «\u00a0${parentName}\u00a0» seulement.`}
        error={error}
        value={chosen}
        onChange={onChoose}
        options={[
          { value: "", label: "Aucun", disabled },
          ...group.map((option) => ({ value: option.id, label: option.name, text: priceLabel(option), disabled })),
        ]}
      />
    </div>
  )
}

function priceLabel({ price, unit, isOnce, agreed, withdrawn, quantity }: OrderOption): string {
  const each = (priced: Pick<OrderOption, "price" | "isOnce">) =>
    `${formatMoney(priced.price)} ${unit === "day" ? "" : `par ${unitLabels[unit]} `}${perRental(unit, priced)}`
  if (agreed === null) return each({ price, isOnce })
  if (withdrawn)
    return `Convenue à ${each(agreed)}. Elle n’est plus au catalogue\u00a0: gardez-en ${quantity}, ou retirez-la.`
  return `Convenue à ${each(agreed)}. Dans une autre quantité\u00a0: ${formatMoney(price)}, le prix d’aujourd’hui.`
}

function perRental(unit: OrderOption["unit"], { isOnce }: Pick<OrderOption, "isOnce">): string {
  if (isOnce) return onceLabel
  return unit === "day" ? "par jour" : "et par jour"
}
