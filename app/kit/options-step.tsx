import { useState } from "react"
import { type WizardChoice, alternativesField, optionField } from "../../domain/booking/choice.ts"
import { optionForDaysLabel, optionOfferLabel } from "../../domain/catalog/option-labels.ts"
import { formatMoney } from "../../domain/money.ts"
import {
  type OptionOffer,
  allowedQuantitiesLabel,
  areAlternatives,
  decreaseQuantity,
  groupAlternatives,
  hasQuantity,
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
import { type BookedPlan, optionFactor } from "../../domain/pricing/rate-plan.ts"
import { capitalize } from "../../isomorphic/text/capitalize.ts"
import { Button } from "../ui/button.tsx"
import { Counter } from "../ui/counter.tsx"
import { FieldError } from "../ui/field.tsx"
import { Notice } from "../ui/notice.tsx"
import { Photo, type Picture } from "../ui/photo.tsx"
import { RadioCards } from "../ui/radio-cards.tsx"
import { Switch } from "../ui/switch.tsx"
import { TextField } from "../ui/text-field.tsx"

type Offer = OptionOffer & {
  description: string
  picture?: Picture | null
  /** Accessories free on the chosen days; null without an accessory. */
  left?: number | null
}

type OptionsStepProps = {
  view: {
    offers: readonly Offer[]
    tariff: ProductTariff
    includedPhotos?: number | null
    bookedPlan?: BookedPlan | null
  }
  choice: WizardChoice
  onChoice: (choice: WizardChoice) => void
  errors: Record<string, string>
}

export function OptionsStep({ view, choice, onChoice, errors }: OptionsStepProps) {
  const quantities = new Map(choice.options.map(({ optionId, quantity }) => [optionId, quantity]))
  const onQuantity = (offer: Offer, quantity: number) => {
    const replaced = [offer, ...view.offers.filter((other) => areAlternatives(offer, other))].map(({ id }) => id)
    const others = choice.options.filter(({ optionId }) => !replaced.includes(optionId))
    onChoice({ ...choice, options: quantity === 0 ? others : [...others, { optionId: offer.id, quantity }] })
  }
  const topOptions = view.offers.filter(({ parentId }) => parentId === null)
  const { photoPackPrice, photoPackQuantity } = view.tariff
  const { bookedPlan: plan = null } = view
  const days = choice.days.length
  const packFactor = optionFactor(plan, { unit: "pack" }, days)
  const isByDay = plan === null || plan.kind === "day"
  const packPriceLabel = `${formatMoney(photoPackPrice)} le pack${isByDay && days > 1 ? ", par jour" : ""}`
  const rows = { plan, days, quantities, errors, onQuantity }
  const packsProblem = checkPhotoPacks(choice.photoPacks) ? photoPacksLimitMessage : errors.packs
  const included = includedPhotosLabel(view.includedPhotos ?? null)
  return (
    <div>
      {topOptions.length === 0 && <Notice tone="info">Ici, seulement des packs photo.</Notice>}
      {groupAlternatives(topOptions).map((group) => (
        <div key={group[0]?.id}>
          <OptionRows {...rows} group={group} />
          {group.map((option) =>
            groupAlternatives(view.offers.filter(({ parentId }) => parentId === option.id)).map((subGroup) => (
              <OptionRows key={subGroup[0]?.id} {...rows} group={subGroup} parent={option} />
            )),
          )}
        </div>
      ))}
      <div className="option">
        <div>
          <h3 className="option-name">Pack photo</h3>
          <p className="small soft">
            {included && `${included}. `}
            Chaque pack en ajoute {photoPackQuantity}
            {isByDay && days > 1 && " par jour"}.
          </p>
          <p className="option-price">{priceLabel(packPriceLabel, photoPackPrice, packFactor)}</p>
          {choice.photoPacks > 0 && !packsProblem && (
            <p className="small">
              {photosLabel({ packs: choice.photoPacks, perPack: photoPackQuantity, days: Math.max(1, packFactor) })}
            </p>
          )}
          <GuestCount
            included={view.includedPhotos ?? null}
            perPack={photoPackQuantity}
            days={packFactor}
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

function priceLabel(each: string, price: number, factor: number): string {
  const forDays = optionForDaysLabel(price, factor)
  return forDays ? `${each}, soit ${forDays}` : each
}

function offerPriceLabel(offer: Offer, plan: BookedPlan | null, days: number): string {
  if (offer.left === 0) return days > 1 ? "plus disponible ces jours-là" : "plus disponible ce jour-là"
  return priceLabel(optionOfferLabel(offer, plan), offer.price, optionFactor(plan, offer, days))
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
        {typed !== "" && needed !== null && guestsLabel({ packs: needed, perPack, days, included: included ?? 0 })}
      </p>
      {typed !== "" && needed !== null && needed > 0 && needed !== packs && (
        <Button type="button" variant="secondary" size="small" onClick={() => onPacks(needed)}>
          {needed === 1 ? "Prendre 1 pack" : `Prendre ${needed} packs`}
        </Button>
      )}
    </div>
  )
}

type Prints = { packs: number; perPack: number; days: number; included: number }

function guestsLabel({ packs, perPack, days, included }: Prints): string {
  if (packs === 0) return "Une photo pour chacun\u00a0: les tirages inclus suffisent."
  const prints = included + packs * perPack * Math.max(1, days)
  return `Une photo pour chacun\u00a0: ${packs === 1 ? "1 pack" : `${packs} packs`}, ${prints.toLocaleString("fr-FR")} photos ${included > 0 ? "avec les tirages inclus" : "en tout"}.`
}

type OptionRowsProps = {
  /** An option by itself, or alternatives. */
  group: readonly Offer[]
  parent?: Offer
  plan: BookedPlan | null
  days: number
  quantities: ReadonlyMap<string, number>
  errors: Record<string, string>
  onQuantity: (offer: Offer, quantity: number) => void
}

function limitToLeft(offer: Offer): Offer {
  const { left = null, unit, maxQuantity } = offer
  if (left === null || unit === "hour" || unit === "km") return offer
  return { ...offer, maxQuantity: Math.min(maxQuantity ?? left, left) }
}

function OptionRows({ group, ...row }: OptionRowsProps) {
  const [first] = group
  if (!first) return null
  return first.choiceGroup === "" ? <OptionRow {...row} offer={first} /> : <Alternatives {...row} group={group} />
}

function rowClass(parent: Offer | undefined, quantities: ReadonlyMap<string, number>): string {
  if (!parent) return "option"
  return `option option-inner${(quantities.get(parent.id) ?? 0) <= 0 ? " option-waiting" : ""}`
}

function Alternatives({ group, parent, plan, days, quantities, errors, onQuantity }: OptionRowsProps) {
  const [first] = group
  if (!first) return null
  const chosen = group.find(({ id }) => (quantities.get(id) ?? 0) > 0)
  const handleChange = (id: string) => onQuantity(group.find((offer) => offer.id === id) ?? first, id === "" ? 0 : 1)
  return (
    <div className={rowClass(parent, quantities)}>
      <RadioCards
        className="option-alternatives"
        name={alternativesField(first)}
        legend={first.choiceGroup}
        value={chosen?.id ?? ""}
        onChange={handleChange}
        error={group.map(({ id }) => errors[optionField(id)]).find(Boolean)}
        options={[
          { value: "", label: "Aucun" },
          ...group.map((offer) => ({
            value: offer.id,
            label: capitalize(offer.name),
            disabled: offer.left === 0 && offer !== chosen,
            picture: offer.picture && <OptionPicture picture={offer.picture} className="choice-picture" />,
            text: (
              <>
                {offer.description && <span className="block">{offer.description}</span>}
                <span className="block font-strong">{offerPriceLabel(offer, plan, days)}</span>
              </>
            ),
          })),
        ]}
      />
    </div>
  )
}

/** Hidden from screen readers: the name is beside it. */
function OptionPicture({ picture, className }: { picture: Picture; className: string }) {
  return (
    <span className={className} aria-hidden="true">
      <Photo image={picture} sizes="12rem" />
    </span>
  )
}

type OptionRowProps = Omit<OptionRowsProps, "group"> & { offer: Offer }

function OptionRow({ offer: offered, plan, days, quantities, errors, onQuantity, parent }: OptionRowProps) {
  const offer = limitToLeft(offered)
  const quantity = quantities.get(offer.id) ?? 0
  const isGone = offer.left === 0 && quantity === 0
  const titleId = `option-${offer.id}`
  const errorId = `${titleId}-error`
  const Heading = parent ? "h4" : "h3"
  const quantityProblem = isAllowedQuantity(offer, quantity)
    ? null
    : `${quantity} n’est pas possible. Choisissez ${allowedQuantitiesLabel(offer)}.`
  const problem = quantityProblem ?? errors[optionField(offer.id)]
  return (
    <div className={rowClass(parent, quantities)}>
      <div>
        <Heading className="option-name" id={titleId}>
          {offer.name}
        </Heading>
        {offer.description && <p className="small soft">{offer.description}</p>}
        <p className="option-price">{offerPriceLabel(offer, plan, days)}</p>
        {/* Always in the page, so that screen readers announce what appears in it. */}
        <div role="status">{problem && <FieldError id={errorId}>{problem}</FieldError>}</div>
      </div>
      {offer.picture && <OptionPicture picture={offer.picture} className="option-picture" />}
      {isGone ? null : hasQuantity(offer) ? (
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
          onChange={(next) => onQuantity(offer, next)}
          {...(problem ? { "aria-invalid": true as const, "aria-describedby": errorId } : {})}
        />
      ) : (
        <Switch
          name={optionField(offer.id)}
          value="1"
          checked={quantity > 0}
          onChange={(event) => onQuantity(offer, event.target.checked ? 1 : 0)}
          aria-labelledby={titleId}
        />
      )}
    </div>
  )
}
