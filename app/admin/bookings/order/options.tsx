import { useState } from "react"
import { optionField } from "../../../../domain/booking/choice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { decreased, increased, largestQuantity, unitLabels } from "../../../../domain/pricing/options.ts"
import { Counter } from "../../../ui/counter.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { Switch } from "../../../ui/switch.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import type { OrderOption, OrderOptionsView } from "./view.ts"

type OrderOptionsProps = { view: OrderOptionsView; errors: Readonly<Record<string, string>>; onChange: () => void }

/** Options with their sub-options, which wait for their option to be taken, and the photo packs (D4, D5). */
export function OrderOptions({ view, errors, onChange }: OrderOptionsProps) {
  const tops = view.options.filter(({ parentId }) => parentId === null)
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(tops.filter(({ quantity }) => quantity > 0).map(({ id }) => id)),
  )
  const take = (id: string) => (quantity: number) => {
    setTaken((before) =>
      before.has(id) === quantity > 0
        ? before
        : new Set(quantity > 0 ? [...before, id] : [...before].filter((other) => other !== id)),
    )
    onChange()
  }
  return (
    <div>
      {tops.map((option) => (
        <div key={option.id}>
          <OptionRow
            option={option}
            inside={null}
            error={errors[optionField(option.id)]}
            onQuantity={take(option.id)}
          />
          {view.options
            .filter(({ parentId }) => parentId === option.id)
            .map((sub) => (
              <OptionRow
                key={sub.id}
                option={sub}
                inside={option.name}
                waiting={!taken.has(option.id)}
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
  /** The name of the option it belongs to. */
  inside: string | null
  /** That option is not taken: nothing of this one is sent. Without a script the server says so. */
  waiting?: boolean
  error: string | undefined
  onQuantity: (quantity: number) => void
}

function OptionRow({ option, inside, waiting = false, error, onQuantity }: OptionRowProps) {
  const disabled = useHydrated() && waiting
  const titleId = `option-${option.id}`
  const errorId = `${titleId}-erreur`
  const Heading = inside === null ? "h3" : "h4"
  return (
    <div className={`option${inside === null ? "" : " option-inner"}${waiting ? " option-waiting" : ""}`}>
      <div>
        <Heading className="option-name" id={titleId}>
          {option.name}
        </Heading>
        <p className="small soft">
          {inside !== null && `Avec «\u00a0${inside}\u00a0» seulement. `}
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
          increase={(from) => increased(option, from)}
          decrease={(from) => decreased(option, from)}
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
