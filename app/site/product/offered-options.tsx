import type { ReactNode } from "react"
import { optionPriceLabel } from "../../../domain/catalog/option-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { groupAlternatives } from "../../../domain/pricing/options.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"
import { Photo, type Picture } from "../../ui/photo.tsx"
import type { OfferedOption, ProductDetailView } from "./view.ts"

export function OfferedOptions({ options, photoPack }: Pick<ProductDetailView, "options" | "photoPack">) {
  return (
    <ul>
      {groupAlternatives(options).map((group) => (
        <OptionGroup key={group[0]?.id} group={group} />
      ))}
      <li>
        <Line
          name="Pack photo"
          description={`${photoPack.quantity} tirages par pack et par jour`}
          price={`${formatMoney(photoPack.price)} par jour`}
        />
      </li>
    </ul>
  )
}

/** An option by itself, or alternatives. */
function OptionGroup({ group }: { group: readonly OfferedOption[] }) {
  const choiceGroup = group[0]?.choiceGroup ?? ""
  const entries = group.map((option) => (
    <li key={option.id}>
      <Line
        name={choiceGroup === "" ? option.name : capitalize(option.name)}
        description={option.description}
        price={optionPriceLabel(option)}
        picture={option.picture}
      />
      {option.subOptions.length > 0 && (
        <ul className="option-inner">
          {groupAlternatives(option.subOptions).map((subGroup) => (
            <OptionGroup key={subGroup[0]?.id} group={subGroup} />
          ))}
        </ul>
      )}
    </li>
  ))
  if (choiceGroup === "") return entries
  return (
    <li className="border-t border-line">
      <p className="option-name py-3">{choiceGroup}, au choix</p>
      <ul className="option-inner">{entries}</ul>
    </li>
  )
}

type LineProps = { name: string; description: string; price: ReactNode; picture?: Picture | null }

function Line({ name, description, price, picture }: LineProps) {
  return (
    <div className="flex gap-3 border-t border-line py-3 sm:gap-4">
      {picture && (
        <div className="w-12 shrink-0 sm:w-16" aria-hidden="true">
          <Photo image={picture} sizes="4rem" />
        </div>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-5">
          <p className="option-name min-w-0">{name}</p>
          <p className="small max-w-[55%] shrink-0 text-right font-strong">{price}</p>
        </div>
        {description && <p className="small soft">{description}</p>}
      </div>
    </div>
  )
}
