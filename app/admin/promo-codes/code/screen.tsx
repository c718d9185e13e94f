import { Link, href } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import type { PromoCodeUse } from "../../../../server/catalog/promo-codes.ts"
import { submittedValues } from "../../../http/refusal.ts"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { CopyField } from "../../../ui/copy-field.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { type EditRefusal, fieldProps } from "../../kit/edit-refusal.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import type { Flash } from "../../kit/flash.ts"
import { resultLabel } from "../screen.tsx"
import { type PromoCodeTexts, promoCodeLabels } from "./texts.ts"

type PromoCodeScreenProps = {
  id: string | null
  version: string
  texts: PromoCodeTexts
  productIds: readonly string[]
  isPublished: boolean
  products: readonly { id: string; name: string }[]
  /** Carries the code to the shop; null while the code is new. */
  link: string | null
  uses: readonly PromoCodeUse[]
  flash: Flash | null
  refusal: EditRefusal | null
}

export function PromoCodeScreen(props: PromoCodeScreenProps) {
  const { id, version, texts, productIds, isPublished, products, link, uses, flash, refusal } = props
  const field = (name: keyof PromoCodeTexts) => ({
    label: promoCodeLabels[name],
    ...fieldProps(refusal, name, texts[name]),
  })
  const dayField = (name: "bookedFrom" | "bookedTo" | "eventFrom" | "eventTo") => ({
    ...field(name),
    type: "date",
    optional: true,
  })
  const timesField = (name: "maximumUses" | "maximumUsesEach") => ({
    ...field(name),
    inputMode: "numeric" as const,
    autoComplete: "off",
    optional: true,
    hint: "Vide\u00a0: sans limite.",
  })
  const chosenProducts = refusal ? submittedValues(refusal, "products") : productIds
  return (
    <>
      <header className="stack gap-2">
        <p className="small">
          <Link to={href("/admin/codes-promo")}>Codes promo</Link>
        </p>
        <h1 className="title-page">{texts.code || "Nouveau code"}</h1>
      </header>
      <FlashMessage flash={flash} />
      <div className="desk-columns">
        <section className="panel stack gap-5" aria-label="Code">
          <EditForm
            draft={id === null ? "new-promo-code" : `promo-code:${id}`}
            label="Code promo"
            version={version}
            flash={flash}
            refusal={refusal}
            long
          >
            <TextField
              {...field("code")}
              readOnly={id !== null}
              autoComplete="off"
              maxLength={30}
              hint="Lettres, chiffres et tirets, par exemple ETE-2027."
            />
            <RadioCards
              name="unit"
              id="unit"
              legend={promoCodeLabels.unit}
              options={[
                { value: "percent", label: "En pour cent" },
                { value: "euros", label: "En euros" },
              ]}
              defaultValue={refusal?.values["unit"] ?? texts.unit}
            />
            <TextField
              {...field("value")}
              inputMode="decimal"
              autoComplete="off"
              hint="Sur les locations, sans la livraison."
            />
            <div className="fields-row">
              <TextField {...dayField("bookedFrom")} />
              <TextField {...dayField("bookedTo")} />
            </div>
            <div className="fields-row">
              <TextField {...dayField("eventFrom")} />
              <TextField {...dayField("eventTo")} />
            </div>
            <fieldset className="field" id="productIds" tabIndex={-1}>
              <legend className="field-label">{promoCodeLabels.productIds}</legend>
              <p className="hint">Aucun coché&nbsp;: tous.</p>
              {products.map((product) => (
                <Checkbox
                  key={product.id}
                  name="products"
                  value={product.id}
                  label={product.name}
                  defaultChecked={chosenProducts.includes(product.id)}
                />
              ))}
            </fieldset>
            <TextField {...field("minimumTotal")} inputMode="decimal" autoComplete="off" suffix="€" optional />
            <div className="fields-row">
              <TextField {...timesField("maximumUses")} />
              <TextField {...timesField("maximumUsesEach")} />
            </div>
            <Checkbox
              id="isPublished"
              name="isPublished"
              value="oui"
              label="Annoncé à tous"
              hint="Sur votre site ou vos réseaux : le prix le plus bas des 30 derniers jours s’affiche à côté."
              defaultChecked={refusal ? refusal.values["isPublished"] === "oui" : isPublished}
              error={refusal?.errors["isPublished"]}
            />
          </EditForm>
        </section>
        {link && (
          <aside className="stack gap-6">
            <section className="panel stack" aria-labelledby="lien">
              <h2 className="title-block" id="lien">
                Lien
              </h2>
              <CopyField label="Lien qui porte le code" name="lien" value={link} copiedText="Lien copié" />
            </section>
            <PromoCodeUses uses={uses} />
          </aside>
        )}
      </div>
    </>
  )
}

function PromoCodeUses({ uses }: { uses: readonly PromoCodeUse[] }) {
  const sum = (amount: (use: PromoCodeUse) => number) => uses.reduce((total, use) => total + amount(use), 0)
  const result = { uses: uses.length, cost: sum(({ discount }) => discount), sales: sum(({ total }) => total) }
  return (
    <section className="panel stack" aria-labelledby="utilisations">
      <h2 className="title-block" id="utilisations">
        Utilisations
      </h2>
      <p className="small">{resultLabel(result)}</p>
      <ul className="stack gap-3">
        {uses.map(({ bookingId, number, customer, firstDay, isCancelled, discount, total }) => (
          <li key={bookingId} className="cluster between small">
            <span className="min-w-0 wrap-anywhere">
              <Link to={href("/admin/bookings/:number", { number: String(number) })}>n°&nbsp;{number}</Link> {customer},{" "}
              {dayMedium(firstDay)}
              {isCancelled && ", annulée"}
            </span>
            <span>
              −{formatMoney(discount)} sur {formatMoney(total + discount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
