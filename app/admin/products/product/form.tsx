import { StillBookedNotice } from "../../kit/catalog/still-booked-notice.tsx"
import { submittedValues } from "../../../http/refusal.ts"
import { useVatMode } from "../../../kit/vat-mode.ts"
import { priceFieldNote } from "../../../../domain/finance/vat-wording.ts"
import { useEffect, useState } from "react"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { fieldProps } from "../../kit/edit-refusal.ts"
import { FeatureList } from "./feature-list.tsx"
import { type ProductRefusal, type ProductTexts, type ProductView, productLabels } from "./view.ts"
import { SearchPreview } from "./search-preview.tsx"

type ProductFormProps = { product: ProductView; refusal: ProductRefusal | null }

export function ProductForm({ product, refusal }: ProductFormProps) {
  const {
    id,
    version,
    kind,
    texts,
    features,
    isActive,
    asksInsurance,
    needsInstaller,
    needsHost,
    instantBooking,
    isArchived,
    searchResult,
    flash,
  } = product
  const [isListChanged, setListChanged] = useState(false)
  const [typed, setTyped] = useState(texts)
  useEffect(() => {
    if (flash?.kind === "success") setListChanged(false)
  }, [flash])
  const text = (name: keyof ProductTexts) => ({ label: label(name), ...fieldProps(refusal, name, texts[name]) })
  const isVisible = refusal ? refusal.values["isActive"] === "oui" : isActive
  return (
    <EditForm
      draft={`product:${id}`}
      label="Produit"
      version={version}
      flash={flash}
      refusal={refusal}
      alsoDirty={isListChanged}
      long
      saveLabel={id === "" ? "Créer le produit" : "Enregistrer"}
      onInput={(form) => setTyped(readTexts(form, texts))}
    >
      {refusal?.stock && <StillBookedNotice stillBooked={refusal.stock} />}
      <FormSection title="Présentation">
        {id === "" ? (
          <RadioCards
            legend={label("kind")}
            name="kind"
            options={kindOptions}
            defaultValue={refusal?.values["kind"] ?? kind}
          />
        ) : (
          <input type="hidden" name="kind" value={kind} />
        )}
        <TextField {...text("name")} maxLength={120} />
        <TextArea
          {...text("description")}
          optional
          rows={6}
          maxLength={4000}
          hint="Le premier paragraphe se lit aussi sur les cartes de l’accueil et du catalogue."
        />
        <FeatureList
          key={JSON.stringify([version, refusal && submittedValues(refusal, "features")])}
          features={refusal ? submittedValues(refusal, "features") : features}
          error={refusal?.errors["features"]}
          onChange={() => setListChanged(true)}
        />
        <TextField
          {...text("imageAlt")}
          optional
          maxLength={300}
          hint="Ce que montre l’image, pour qui ne la voit pas."
        />
        <TextField
          {...text("manualUrl")}
          optional
          maxLength={500}
          inputMode="url"
          hint="Une adresse complète, ou une page de ce site."
        />
        {!isArchived && kind !== "accessory" && (
          <Checkbox
            id="isActive"
            name="isActive"
            value="oui"
            defaultChecked={isVisible}
            label={label("isActive")}
            hint="Sans cette coche, le produit n’est visible que d’ici."
          />
        )}
      </FormSection>
      <FormSection title="Prix" isHidden={kind === "accessory"}>
        <p className="small soft">Les réservations gardent leur prix.</p>
        <div className="fields-row">
          <TextField
            {...text("price")}
            optional
            inputMode="numeric"
            autoComplete="off"
            suffix="€"
            hint={<>{priceFieldNote(useVatMode())} Vide&nbsp;: pas de location à la journée.</>}
          />
          <TextField
            {...text("securityDeposit")}
            inputMode="decimal"
            autoComplete="off"
            suffix="€"
            hint="Empreinte de carte, jamais débitée d’avance. 0&nbsp;: sans caution."
          />
        </div>
        <Checkbox
          name="asksInsurance"
          value="oui"
          defaultChecked={refusal ? refusal.values["asksInsurance"] === "oui" : asksInsurance}
          label={label("asksInsurance")}
          hint="Demandée au client de chaque réservation confirmée."
        />
        <Checkbox
          name="needsInstaller"
          value="oui"
          defaultChecked={refusal ? refusal.values["needsInstaller"] === "oui" : needsInstaller}
          label={label("needsInstaller")}
        />
        <Checkbox
          name="needsHost"
          value="oui"
          defaultChecked={refusal ? refusal.values["needsHost"] === "oui" : needsHost}
          label={label("needsHost")}
        />
        <div className="fields-row">
          <TextField
            {...text("photoPackPrice")}
            optional
            inputMode="decimal"
            autoComplete="off"
            suffix="€"
            hint="Par pack et par jour."
          />
          <TextField {...text("photoPackQuantity")} {...wholeNumberInput} optional />
        </div>
        <TextField
          {...text("includedPhotos")}
          {...wholeNumberInput}
          optional
          hint="Pour toute la location. 0&nbsp;: aucune. Vide&nbsp;: rien n’est dit."
        />
      </FormSection>
      <FormSection title="Disponibilité">
        <div className="stack gap-5" hidden={kind === "bundle"}>
          <TextField
            {...text("stock")}
            {...wholeNumberInput}
            hint="Combien d’exemplaires peuvent être loués le même jour."
          />
          <div className="fields-row">
            <TextField {...text("preparationDaysBefore")} {...wholeNumberInput} suffix="j" />
            <TextField {...text("preparationDaysAfter")} {...wholeNumberInput} suffix="j" />
          </div>
          <p className="hint">Ces jours occupent le produit sans être facturés.</p>
        </div>
        <div className="fields-row" hidden={kind === "accessory"}>
          <TextField
            {...text("minimumNoticeDays")}
            {...wholeNumberInput}
            suffix="j"
            hint="Entre la demande et le premier jour."
          />
          <TextField
            {...text("furthestDays")}
            {...wholeNumberInput}
            optional
            suffix="j"
            hint="Combien de jours à l’avance on peut réserver. Vide&nbsp;: deux ans."
          />
        </div>
      </FormSection>
      <FormSection title="Réservation immédiate" isHidden={kind === "accessory"}>
        <Checkbox
          name="instantBooking"
          value="oui"
          defaultChecked={refusal ? refusal.values["instantBooking"] === "oui" : instantBooking}
          label={label("instantBooking")}
          hint="Le client signe et paie aussitôt."
        />
        <div className="fields-row">
          <TextField {...text("instantNoticeDays")} {...wholeNumberInput} suffix="j" hint="Avant le premier jour." />
          <TextField
            {...text("instantMaximumKm")}
            {...wholeNumberInput}
            optional
            suffix="km"
            hint="Aller-retour. Vide&nbsp;: sans limite."
          />
          <TextField
            {...text("instantMaximumTotal")}
            inputMode="decimal"
            autoComplete="off"
            optional
            suffix="€"
            hint="Pour toute la réservation. Vide&nbsp;: sans limite."
          />
        </div>
        <p className="hint">Au-delà, la demande vous attend comme les autres.</p>
      </FormSection>
      <FormSection title="Moteurs de recherche" isHidden={kind === "accessory"}>
        <TextField
          {...text("seoTitle")}
          optional
          maxLength={120}
          hint="Vide&nbsp;: le nom du produit. 65 caractères se lisent en entier."
        />
        <TextArea
          {...text("seoDescription")}
          optional
          rows={3}
          maxLength={400}
          hint="Vide&nbsp;: la description. 160 caractères se lisent en entier."
        />
        <SearchPreview
          title={typed.seoTitle || typed.name}
          description={typed.seoDescription || typed.description}
          {...searchResult}
        />
      </FormSection>
    </EditForm>
  )
}

const kindOptions = [
  { value: "machine", label: "Produit", text: "Loué pour lui-même." },
  { value: "bundle", label: "Pack", text: "Plusieurs produits à un seul prix." },
  { value: "accessory", label: "Accessoire", text: "Loué seulement comme option, avec ses propres exemplaires." },
]

const label = (name: string) => productLabels[name] ?? name

// type="number" would submit an empty value for text it cannot parse.
const wholeNumberInput = { inputMode: "numeric", autoComplete: "off" } as const

function readTexts(form: HTMLFormElement, texts: ProductTexts): ProductTexts {
  const data = new FormData(form)
  const entries = Object.entries(texts).map(([name, text]) => [name, String(data.get(name) ?? text)])
  return { ...texts, ...Object.fromEntries(entries) }
}

type FormSectionProps = { title: string; isHidden?: boolean; children: React.ReactNode }

/** A hidden section still submits its values. */
function FormSection({ title, isHidden = false, children }: FormSectionProps) {
  return (
    <section className="panel stack gap-5" aria-label={title} hidden={isHidden}>
      <h2 className="title-card">{title}</h2>
      {children}
    </section>
  )
}
