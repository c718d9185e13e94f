import { type ReactNode, useState } from "react"
import { type WizardChoice, optionField } from "../../domain/booking/choice.ts"
import { optionForDaysLabel, optionOfferLabel } from "../../domain/catalog/option-labels.ts"
import { formatMoney } from "../../domain/money.ts"
import {
  type OptionOffer,
  allowedQuantitiesLabel,
  decreaseQuantity,
  increaseQuantity,
  isAllowedQuantity,
  largestQuantity,
} from "../../domain/pricing/options.ts"
import { includedPhotosLabel, packsForGuests, photosLabel } from "../../domain/pricing/prints.ts"
import {
  MAX_PHOTO_PACKS,
  type ProductTariff,
  checkPhotoPacks,
  photoPacksLimitMessage,
} from "../../domain/pricing/price.ts"
import { Button } from "../ui/button.tsx"
import { Counter } from "../ui/counter.tsx"
import { FieldError } from "../ui/field.tsx"
import { Notice } from "../ui/notice.tsx"
import { Switch } from "../ui/switch.tsx"
import { TextField } from "../ui/text-field.tsx"

type Offer = OptionOffer & { description: string }

type OptionsStepProps = {
  view: { offers: readonly Offer[]; tariff: ProductTariff; includedPhotos?: number | null }
  choice: WizardChoice
  onChoice: (choice: WizardChoice) => void
  errors: Record<string, string>
}

export function OptionsStep({ view, choice, onChoice, errors }: OptionsStepProps) {
  const quantities = new Map(choice.options.map(({ optionId, quantity }) => [optionId, quantity]))
  const onQuantity = (optionId: string, quantity: number) => {
    const others = choice.options.filter((each) => each.optionId !== optionId)
    onChoice({ ...choice, options: quantity === 0 ? others : [...others, { optionId, quantity }] })
  }
  const topOptions = view.offers.filter(({ parentId }) => parentId === null)
  const { photoPackPrice, photoPackQuantity } = view.tariff
  const days = choice.days.length
  const packsProblem = checkPhotoPacks(choice.photoPacks) ? photoPacksLimitMessage : errors.packs
  const included = includedPhotosLabel(view.includedPhotos ?? null)
  return (
    <div>
      {topOptions.length === 0 && (
        <Notice tone="info">Ce produit n’a pas d’option&nbsp;: choisissez seulement vos packs photo.</Notice>
      )}
      {topOptions.map((option) => (
        <div key={option.id}>
          <OptionRow
            offer={option}
            days={days}
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
                days={days}
                parent={option}
                hidden={(quantities.get(option.id) ?? 0) <= 0}
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
            {included && `${included}. `}
            {photoPackQuantity} photos par pack et par jour.
          </p>
          <OptionPrice price={photoPackPrice} days={days}>
            {formatMoney(photoPackPrice)} le pack, par jour
          </OptionPrice>
          {choice.photoPacks > 0 && !packsProblem && (
            <p className="small">
              {photosLabel({ packs: choice.photoPacks, perPack: photoPackQuantity, days: Math.max(1, days) })}
            </p>
          )}
          <GuestCount
            included={view.includedPhotos ?? null}
            perPack={photoPackQuantity}
            days={days}
            packs={choice.photoPacks}
            onPacks={(photoPacks) => onChoice({ ...choice, photoPacks })}
          />
          <div role="status">{packsProblem && <FieldError id="packs-error">{packsProblem}</FieldError>}</div>
        </div>
        <Counter
          id="packs"
          name="packs"
          label="Packs photo"
          increaseLabel="Ajouter un pack photo"
          decreaseLabel="Retirer un pack photo"
          max={MAX_PHOTO_PACKS}
          value={choice.photoPacks}
          onChange={(photoPacks) => onChoice({ ...choice, photoPacks })}
          {...(packsProblem ? { "aria-invalid": true as const, "aria-describedby": "packs-error" } : {})}
        />
      </div>
    </div>
  )
}

function OptionPrice({ price, days, children }: { price: number; days: number; children: ReactNode }) {
  const forDays = optionForDaysLabel(price, days)
  return (
    <p className="option-price">
      {children}
      {forDays && `, soit ${forDays}`}
    </p>
  )
}

type GuestCountProps = {
  included: number | null
  perPack: number
  days: number
  packs: number
  onPacks: (packs: number) => void
}

function GuestCount({ included, perPack, days, packs, onPacks }: GuestCountProps) {
  const [typed, setTyped] = useState("")
  const needed = packsForGuests({ guests: Number(typed), included, perPack, days })
  return (
    <div className="guest-count needs-script">
      <TextField
        label="Combien d’invités&nbsp;?"
        optional="filter"
        type="number"
        inputMode="numeric"
        min={1}
        max={10_000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="small" role="status">
        {typed !== "" && needed !== null && guestsLabel(needed, perPack, days)}
      </p>
      {typed !== "" && needed !== null && needed > 0 && needed !== packs && (
        <Button type="button" variant="secondary" size="small" onClick={() => onPacks(needed)}>
          {needed === 1 ? "Prendre 1 pack" : `Prendre ${needed} packs`}
        </Button>
      )}
    </div>
  )
}

function guestsLabel(packs: number, perPack: number, days: number): string {
  if (packs === 0) return "Une photo pour chacun\u00a0: celles qui sont comprises suffisent."
  const photos = photosLabel({ packs, perPack, days: Math.max(1, days) })
  return `Une photo pour chacun\u00a0: ${packs === 1 ? "1 pack" : `${packs} packs`}, ${photos}.`
}

type OptionRowProps = {
  offer: Offer
  days: number
  quantity: number
  onQuantity: (optionId: string, quantity: number) => void
  error: string | undefined
  parent?: Offer
  hidden?: boolean
}

function OptionRow({ offer, days, quantity, onQuantity, error, parent, hidden = false }: OptionRowProps) {
  const titleId = `option-${offer.id}`
  const errorId = `${titleId}-error`
  const Heading = parent ? "h4" : "h3"
  const quantityProblem = isAllowedQuantity(offer, quantity)
    ? null
    : `${quantity} n’est pas possible. Choisissez ${allowedQuantitiesLabel(offer)}.`
  const problem = quantityProblem ?? error
  return (
    <div className={`option${parent ? " option-inner" : ""}${hidden ? " option-waiting" : ""}`}>
      <div>
        <Heading className="option-name" id={titleId}>
          {offer.name}
        </Heading>
        {offer.description && <p className="small soft">{offer.description}</p>}
        <OptionPrice price={offer.price} days={days}>
          {optionOfferLabel(offer)}
        </OptionPrice>
        {/* Always in the page, so that screen readers announce what appears in it. */}
        <div role="status">{problem && <FieldError id={errorId}>{problem}</FieldError>}</div>
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
          id={optionField(offer.id)}
          name={optionField(offer.id)}
          label={offer.name}
          increaseLabel={`Ajouter\u00a0: ${offer.name}`}
          decreaseLabel={`Retirer\u00a0: ${offer.name}`}
          max={largestQuantity(offer)}
          value={quantity}
          increase={(from) => increaseQuantity(offer, from)}
          decrease={(from) => decreaseQuantity(offer, from)}
          onChange={(next) => onQuantity(offer.id, next)}
          {...(problem ? { "aria-invalid": true as const, "aria-describedby": errorId } : {})}
        />
      )}
    </div>
  )
}
