import { useState } from "react"
import { optionField } from "../../../../domain/booking/choice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { decreaseQuantity, increaseQuantity, largestQuantity, unitLabels } from "../../../../domain/pricing/options.ts"
import { Counter } from "../../../ui/counter.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { Switch } from "../../../ui/switch.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import type { OrderOption, OrderOptionsView } from "./view.ts"

type OrderOptionsProps = { view: OrderOptionsView; errors: Readonly<Record<string, string>>; onChange: () => void }

/** D4, D5. */
export function OrderOptions({ view, errors, onChange }: OrderOptionsProps) {
  const topOptions = view.options.filter(({ parentId }) => parentId === null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(
    () => new Set(topOptions.filter(({ quantity }) => quantity > 0).map(({ id }) => id)),
  )
  const handleQuantity = (id: string) => (quantity: number) => {
    setChosenIds((ids) =>
      ids.has(id) === quantity > 0
        ? ids
        : new Set(quantity > 0 ? [...ids, id] : [...ids].filter((other) => other !== id)),
    )
    onChange()
  }
  return (
    <div>
      {topOptions.map((option) => (
        <div key={option.id}>
          <OptionRow
            option={option}
            parentName={null}
            error={errors[optionField(option.id)]}
            onQuantity={handleQuantity(option.id)}
          />
          {view.options
            .filter(({ parentId }) => parentId === option.id)
            .map((sub) => (
              <OptionRow
                key={sub.id}
                option={sub}
                parentName={option.name}
                isParentMissing={!chosenIds.has(option.id)}
                error={errors[optionField(sub.id)]}
                onQuantity={onChange}
              />
            ))}
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
      {option.unit === "day" ? (
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

function priceLabel({ price, unit, agreedPrice, withdrawn, quantity }: OrderOption): string {
  const each = unit === "day" ? "par jour" : `par ${unitLabels[unit]} et par jour`
  if (withdrawn)
    return `Convenue à ${formatMoney(price)} ${each}. Elle n’est plus au catalogue\u00a0: gardez-en ${quantity}, ou retirez-la.`
  if (agreedPrice === null) return `${formatMoney(price)} ${each}`
  return `Convenue à ${formatMoney(agreedPrice)} ${each}. Dans une autre quantité\u00a0: ${formatMoney(price)}, le prix d’aujourd’hui.`
}
