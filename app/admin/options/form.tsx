import { useState } from "react"
import { isPhotoPackOption, optionUnits, unitLabels } from "../../../domain/pricing/options.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { Notice } from "../../ui/notice.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { ProductName } from "../../../server/catalog/edit-bundle.ts"
import type { Flash } from "../kit/flash.ts"
import { EditForm } from "../kit/edit-form.tsx"
import { type EditRefusal, fieldProps } from "../kit/edit-refusal.ts"
import { type OptionFormView, type OptionTexts, optionLabels } from "../kit/catalog/options-view.ts"

type OptionFormProps = {
  product: string
  option: OptionFormView
  /** Those of the options beside it. */
  choiceGroups: readonly string[]
  accessories: readonly ProductName[]
  refusal: EditRefusal | null
  flash: Flash | null
  closeHref: string
  onTextsChange: (texts: OptionTexts) => void
}

const units = optionUnits.map((unit) => ({ value: unit, label: unitLabels[unit] }))

export function OptionForm({
  product,
  option,
  choiceGroups,
  accessories,
  refusal,
  flash,
  closeHref,
  onTextsChange,
}: OptionFormProps) {
  const { id, parentId, version, texts } = option
  const [typedTexts, setTypedTexts] = useState(texts)
  const field = (name: keyof OptionTexts) => ({
    label: optionLabels[name] ?? name,
    ...fieldProps(refusal, name, texts[name]),
  })
  const handleInput = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const current = {
      ...texts,
      ...Object.fromEntries(Object.keys(texts).map((name) => [name, String(data.get(name) ?? "")])),
    }
    setTypedTexts(current)
    onTextsChange(current)
  }
  return (
    <EditForm
      draft={id === "" ? `new-option:${product}:${parentId ?? ""}` : `option:${id}`}
      label={parentId ? "Sous-option" : "Option"}
      long
      version={version}
      hidden={{ id, parent: parentId ?? "" }}
      flash={flash}
      refusal={refusal}
      onInput={handleInput}
      aside={
        <ButtonLink variant="quiet" to={closeHref} preventScrollReset>
          Retour aux options
        </ButtonLink>
      }
    >
      <TextField {...field("name")} maxLength={120} />
      {isPhotoPackOption(typedTexts.name) && <PackNotice />}
      <TextArea {...field("description")} optional rows={2} maxLength={1000} />
      <div className="fields-row">
        <TextField
          {...field("price")}
          inputMode="decimal"
          autoComplete="off"
          suffix="€"
          hint={typedTexts.isOnce === "oui" ? "Par unité." : "Par unité et par jour de location."}
        />
        <SelectField
          {...field("unit")}
          options={units}
          hint={typedTexts.unit === "day" ? "Une option au jour se prend ou ne se prend pas." : undefined}
        />
      </div>
      <Checkbox
        name="isOnce"
        value="oui"
        defaultChecked={(refusal ? refusal.values["isOnce"] : texts.isOnce) === "oui"}
        label={optionLabels["isOnce"]}
        hint="Le prix ne dépend pas de la durée."
      />
      <TextField
        {...field("choiceGroup")}
        optional
        maxLength={40}
        list="choix"
        autoComplete="off"
        hint="Parmi les options d’un même choix, «&nbsp;Fond&nbsp;» par exemple, le client en prend une seule."
      />
      <datalist id="choix">
        {choiceGroups.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="fields-row">
        <TextField {...field("quantityStep")} inputMode="numeric" autoComplete="off" hint="De combien en combien." />
        <TextField {...field("minQuantity")} inputMode="numeric" autoComplete="off" hint="Dès qu’on en prend." />
        <TextField
          {...field("maxQuantity")}
          optional
          inputMode="numeric"
          autoComplete="off"
          hint="Vide&nbsp;: sans maximum."
        />
      </div>
      {accessories.length > 0 && (
        <SelectField
          {...field("accessoryId")}
          optional
          placeholder="Aucun"
          options={accessories.map(({ id: value, name }) => ({ value, label: name }))}
          hint="Ses exemplaires se comptent sur toutes les réservations."
        />
      )}
      <Checkbox
        name="staysWithClient"
        value="oui"
        defaultChecked={(refusal ? refusal.values["staysWithClient"] : texts.staysWithClient) === "oui"}
        label={optionLabels["staysWithClient"]}
        hint="Un livre d’or, par exemple&nbsp;: il n’est pas «&nbsp;À reprendre&nbsp;» sur la feuille du jour."
      />
    </EditForm>
  )
}

/** Photo packs have their own prices and counter (D5). */
function PackNotice() {
  return (
    <Notice tone="warning" title="Cette option ne sera pas proposée">
      Son nom contient «&nbsp;pack photo&nbsp;»&nbsp;: les packs photo ont leur propre compteur, dont le prix se règle
      sur la page du produit.
    </Notice>
  )
}
