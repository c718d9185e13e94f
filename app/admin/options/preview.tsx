import { useState } from "react"
import type { WizardChoice } from "../../../domain/booking/choice.ts"
import { isPhotoPackOption } from "../../../domain/pricing/options.ts"
import type { ProductTariff } from "../../../domain/pricing/price.ts"
import { Notice } from "../../ui/notice.tsx"
import { OptionsStep } from "../../kit/options-step.tsx"
import { isUnorderable } from "./option-labels.ts"
import type { OptionLine } from "../kit/catalog/options-view.ts"

const emptyChoice: WizardChoice = { days: [], options: [], photoPacks: 0, postcode: null, town: null, cartItem: null }

/** The customer's real step with the text being typed; stores nothing. */
export function OptionPreview({ offers, tariff }: { offers: readonly OptionLine[]; tariff: ProductTariff }) {
  const [choice, setChoice] = useState(emptyChoice)
  const visibleOffers = offers.filter(({ name }) => !isPhotoPackOption(name))
  const unorderable = visibleOffers.filter(isUnorderable)
  return (
    <section className="panel stack gap-4 lg:sticky lg:top-5" aria-label="Ce que voit le client">
      <div className="stack gap-1">
        <h2 className="title-card">Ce que voit le client</h2>
        <p className="small soft">Essayez&nbsp;: rien n’est enregistré ici.</p>
      </div>
      {unorderable.length > 0 && (
        <Notice tone="warning" title="Aucune quantité n’est possible">
          {`${unorderable.map(({ name }) => `«\u00a0${name}\u00a0»`).join(", ")}\u00a0: le maximum est plus petit que la plus petite quantité qu’on peut prendre.`}
        </Notice>
      )}
      <OptionsStep view={{ offers: visibleOffers, tariff }} choice={choice} onChoice={setChoice} errors={{}} />
    </section>
  )
}
