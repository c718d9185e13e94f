import type { ReactNode } from "react"
import { optionPriceLabel } from "../../../domain/catalog/option-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { OfferedOption, ProductDetailView } from "./view.ts"

export function OfferedOptions({ options, photoPack }: Pick<ProductDetailView, "options" | "photoPack">) {
  return (
    <ul>
      {options.map((option) => (
        <li key={option.id}>
          <Line {...toLine(option)} />
          {option.subOptions.length > 0 && (
            <ul>
              {option.subOptions.map((sub) => (
                <li key={sub.id} className="option-inner">
                  <Line {...toLine(sub)} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
      <li>
        <Line
          name="Pack photo"
          description={`${photoPack.quantity} photos par pack et par jour`}
          price={`${formatMoney(photoPack.price)} par jour`}
        />
      </li>
    </ul>
  )
}

function toLine(option: OfferedOption) {
  return { name: option.name, description: option.description, price: optionPriceLabel(option) }
}

function Line({ name, description, price }: { name: string; description: string; price: ReactNode }) {
  return (
    <div className="border-t border-line py-3">
      <div className="flex items-baseline justify-between gap-5">
        <p className="option-name min-w-0">{name}</p>
        <p className="small max-w-[55%] shrink-0 text-right font-strong">{price}</p>
      </div>
      {description && <p className="small soft">{description}</p>}
    </div>
  )
}
