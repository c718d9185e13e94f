import { type WizardChoice, optionField } from "../../domain/booking/wizard.ts"
import { optionOfferLabel } from "../../domain/catalog/option-labels.ts"
import { formatMoney } from "../../domain/money.ts"
import { type OptionOffer, decreased, increased, largestQuantity } from "../../domain/pricing/options.ts"
import type { ProductTariff } from "../../domain/pricing/price.ts"
import { Counter } from "../ui/counter.tsx"
import { FieldError } from "../ui/field.tsx"
import { Notice } from "../ui/notice.tsx"
import { Switch } from "../ui/switch.tsx"

type Offer = OptionOffer & { description: string }

type OptionsStepProps = {
  view: { offers: readonly Offer[]; tariff: ProductTariff }
  choice: WizardChoice
  onChoice: (choice: WizardChoice) => void
  errors: Record<string, string>
}

/** Options with their sub-options, and the photo packs with a counter of their own (D5). */
export function OptionsStep({ view, choice, onChoice, errors }: OptionsStepProps) {
  const quantities = new Map(choice.options.map(({ optionId, quantity }) => [optionId, quantity]))
  const onQuantity = (optionId: string, quantity: number) => {
    const others = choice.options.filter((each) => each.optionId !== optionId)
    onChoice({ ...choice, options: quantity > 0 ? [...others, { optionId, quantity }] : others })
  }
  const tops = view.offers.filter(({ parentId }) => parentId === null)
  const { photoPackPrice, photoPackQuantity } = view.tariff
  return (
    <div>
      {tops.length === 0 && (
        <Notice tone="info">Ce produit n’a pas d’option&nbsp;: choisissez seulement vos packs photo.</Notice>
      )}
      {tops.map((option) => (
        <div key={option.id}>
          <OptionRow
            offer={option}
            quantity={quantities.get(option.id) ?? 0}
            onQuantity={onQuantity}
            error={errors[optionField(option.id)]}
          />
          {view.offers
            .filter(({ parentId }) => parentId === option.id)
            .map((sub) => (
              <OptionRow
                key={sub.id}
                offer={sub}
                inside={option}
                hidden={(quantities.get(option.id) ?? 0) === 0}
                quantity={quantities.get(sub.id) ?? 0}
                onQuantity={onQuantity}
                error={errors[optionField(sub.id)]}
              />
            ))}
        </div>
      ))}
      <div className="option">
        <div>
          <h3 className="option-name">Pack photo</h3>
          <p className="small soft">
            {photoPackQuantity} photos par pack. {formatMoney(photoPackPrice)} par jour
          </p>
          {errors.packs && <FieldError>{errors.packs}</FieldError>}
        </div>
        <Counter
          name="packs"
          label="Packs photo"
          increaseLabel="Ajouter un pack photo"
          decreaseLabel="Retirer un pack photo"
          max={999}
          value={choice.photoPacks}
          onChange={(photoPacks) => onChoice({ ...choice, photoPacks })}
        />
      </div>
    </div>
  )
}

type OptionRowProps = {
  offer: Offer
  quantity: number
  onQuantity: (optionId: string, quantity: number) => void
  error: string | undefined
  /** The option it belongs to. */
  inside?: Offer
  hidden?: boolean
}

/** A day-unit option is a yes or no; the others are counted (specification, section 2). */
function OptionRow({ offer, quantity, onQuantity, error, inside, hidden = false }: OptionRowProps) {
  const titleId = `option-${offer.id}`
  const errorId = `${titleId}-error`
  const Heading = inside ? "h4" : "h3"
  return (
    <div className={`option${inside ? " option-inner" : ""}${hidden ? " option-waiting" : ""}`}>
      <div>
        <Heading className="option-name" id={titleId}>
          {offer.name}
        </Heading>
        <p className="small soft">
          {offer.description && `${offer.description.replace(/\.?$/, ".")} `}
          {optionOfferLabel(offer)}
        </p>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      {offer.unit === "day" ? (
        <Switch
          name={optionField(offer.id)}
          value="1"
          checked={quantity > 0}
          onChange={(event) => onQuantity(offer.id, event.target.checked ? 1 : 0)}
          aria-labelledby={titleId}
        />
      ) : (
        <Counter
          name={optionField(offer.id)}
          label={offer.name}
          increaseLabel={`Ajouter\u00a0: ${offer.name}`}
          decreaseLabel={`Retirer\u00a0: ${offer.name}`}
          max={largestQuantity(offer)}
          value={quantity}
          increase={(from) => increased(offer, from)}
          decrease={(from) => decreased(offer, from)}
          onChange={(next) => onQuantity(offer.id, next)}
          {...(error ? { "aria-invalid": true as const, "aria-describedby": errorId } : {})}
        />
      )}
    </div>
  )
}
