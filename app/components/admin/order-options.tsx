import { optionField } from "../../../domain/booking/wizard.ts"
import { formatMoney } from "../../../domain/money.ts"
import { decreased, increased, largestQuantity, unitLabels } from "../../../domain/pricing/options.ts"
import { Counter } from "../../ui/counter.tsx"
import { FieldError } from "../../ui/field.tsx"
import { Switch } from "../../ui/switch.tsx"
import type { OrderOption, OrderOptionsView } from "./order-view.ts"

type OrderOptionsProps = { view: OrderOptionsView; errors: Readonly<Record<string, string>>; onChange: () => void }

/** Options with their sub-options, and the photo packs (D4, D5). */
export function OrderOptions({ view, errors, onChange }: OrderOptionsProps) {
  const tops = view.options.filter(({ parentId }) => parentId === null)
  return (
    <div>
      {tops.map((option) => (
        <div key={option.id}>
          <OptionRow option={option} inside={null} error={errors[optionField(option.id)]} onChange={onChange} />
          {view.options
            .filter(({ parentId }) => parentId === option.id)
            .map((sub) => (
              <OptionRow key={sub.id} option={sub} inside={option.name} error={errors[optionField(sub.id)]} onChange={onChange} />
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
          name="packs" label="Packs photo" increaseLabel="Ajouter un pack photo" decreaseLabel="Retirer un pack photo" max={999}
          defaultValue={view.photoPacks} onChange={onChange}
        />
      </div>
    </div>
  )
}

function OptionRow({ option, inside, error, onChange }: { option: OrderOption; inside: string | null; error: string | undefined; onChange: () => void }) {
  const titleId = `option-${option.id}`
  const errorId = `${titleId}-erreur`
  const Heading = inside === null ? "h3" : "h4"
  return (
    <div className={inside === null ? "option" : "option option-inner"}>
      <div>
        <Heading className="option-name" id={titleId}>
          {option.name}
        </Heading>
        <p className="small soft">
          {inside !== null && `Avec «\u00a0${inside}\u00a0» seulement. `}
          {priceWords(option)}
        </p>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      {option.unit === "day" ? (
        <Switch name={optionField(option.id)} value="1" defaultChecked={option.quantity > 0} onChange={onChange} aria-labelledby={titleId} />
      ) : (
        <Counter
          name={optionField(option.id)}
          label={option.name}
          increaseLabel={`Ajouter\u00a0: ${option.name}`}
          decreaseLabel={`Retirer\u00a0: ${option.name}`}
          max={largestQuantity(option)}
          defaultValue={option.quantity}
          increase={(from) => increased(option, from)}
          decrease={(from) => decreased(option, from)}
          onChange={onChange}
          {...(error ? { "aria-invalid": true as const, "aria-describedby": errorId } : {})}
        />
      )}
    </div>
  )
}

function priceWords({ price, unit, agreedPrice, withdrawn, quantity }: OrderOption): string {
  const each = unit === "day" ? "par jour" : `par ${unitLabels[unit]} et par jour`
  if (withdrawn) return `Convenue à ${formatMoney(price)} ${each}. Elle n’est plus au catalogue\u00a0: gardez-en ${quantity}, ou retirez-la.`
  if (agreedPrice === null) return `${formatMoney(price)} ${each}`
  return `Convenue à ${formatMoney(agreedPrice)} ${each}. Dans une autre quantité\u00a0: ${formatMoney(price)}, le prix d’aujourd’hui.`
}
