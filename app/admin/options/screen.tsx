import { useEffect, useState } from "react"
import { Link, href } from "react-router"
import Plus from "lucide-react/icons/plus"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { DeleteSheet } from "../kit/delete-sheet.tsx"
import { ImageForm } from "../kit/picture/form.tsx"
import { type EditRefusal, pictureRefusal, refusalFor } from "../kit/edit-refusal.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { RestoreHint } from "../kit/restore-hint.tsx"
import { screens } from "../kit/screens.ts"
import { NoProductYet } from "../kit/catalog/no-product-yet.tsx"
import { OptionForm } from "./form.tsx"
import { OptionList } from "./list.tsx"
import { OptionPreview } from "./preview.tsx"
import { type OptionTexts, type OptionsView, optionsHref, optionsPath } from "../kit/catalog/options-view.ts"
import { ProductPicker } from "../kit/catalog/product-picker.tsx"
import { previewOffers } from "./preview-offers.ts"

type OptionsScreenProps = { view: OptionsView; refusal: EditRefusal | null }

export function OptionsScreen({ view, refusal }: OptionsScreenProps) {
  const { choices, product, options, editing, removing, flash } = view
  const [typedTexts, setTypedTexts] = useState<OptionTexts | null>(null)
  const editingKey = editing ? `${editing.id} ${editing.parentId}` : ""
  useEffect(() => setTypedTexts(null), [editingKey])
  if (!product) return <NoProductYet title={screens.options.title} flash={flash} />
  const listHref = optionsHref(product.id)
  return (
    <>
      <h1 className="title-page">{screens.options.title}</h1>
      <FlashMessage flash={flash} />
      {removing && (
        <DeleteSheet
          act="option.removed"
          question="Êtes-vous sûr de vouloir supprimer cette option ?"
          text={removalMessage(removing)}
          closeHref={listHref}
          fields={{ id: removing.id }}
        />
      )}
      <div className="cluster between items-end">
        <ProductPicker choices={choices} chosen={product.id} path={optionsPath} />
        <Link className="small" to={href("/admin/products/:id", { id: product.id })}>
          Ouvrir ce produit
        </Link>
      </div>
      <div className="desk-columns">
        {editing ? (
          <OptionEditor
            key={editingKey}
            product={product.id}
            view={view}
            editing={editing}
            refusal={refusal}
            listHref={listHref}
            onTextsChange={setTypedTexts}
          />
        ) : (
          <section className="panel stack gap-5" aria-labelledby="options">
            <div className="cluster between">
              <h2 className="title-card" id="options" data-result>
                {product.name}
              </h2>
              {options.length > 0 && (
                <ButtonLink
                  size="small"
                  icon={Plus}
                  to={optionsHref(product.id, { option: "nouvelle" })}
                  preventScrollReset
                >
                  Ajouter une option
                </ButtonLink>
              )}
            </div>
            {options.length > 0 ? (
              <OptionList productId={product.id} options={options} parent={null} />
            ) : (
              <EmptyState
                headingLevel={3}
                title="Aucune option pour le moment"
                action={
                  <ButtonLink to={optionsHref(product.id, { option: "nouvelle" })}>Ajouter une option</ButtonLink>
                }
              >
                Un décor, un livre d’or, une animatrice&nbsp;: ce que le client peut ajouter à ce produit.
              </EmptyState>
            )}
          </section>
        )}
        <OptionPreview key={product.id} offers={previewOffers(options, editing, typedTexts)} tariff={product.tariff} />
      </div>
      <RestoreHint matter="produits" />
    </>
  )
}

type OptionEditorProps = {
  view: OptionsView
  editing: NonNullable<OptionsView["editing"]>
  refusal: EditRefusal | null
  listHref: string
  product: string
  onTextsChange: (texts: OptionTexts) => void
}

function OptionEditor({
  view: { options, accessories, upload, flash },
  editing,
  refusal,
  listHref,
  product,
  onTextsChange,
}: OptionEditorProps) {
  const parent = options.find(({ id }) => id === editing.parentId)
  const siblings = options.filter(({ id, parentId }) => id !== editing.id && parentId === editing.parentId)
  const choiceGroups = [...new Set(siblings.map(({ choiceGroup }) => choiceGroup))].filter(Boolean)
  const unattributedErrors =
    refusal?.errors["image"] && !refusal.values["intent"] ? [{ message: refusal.errors["image"] }] : []
  return (
    <div className="stack gap-5">
      <FormError errors={unattributedErrors} answer={refusal} />
      <section className="panel stack gap-5" aria-label={editing.parentId ? "Sous-option" : "Option"}>
        <div className="stack gap-1">
          <h2 className="title-card">
            {editing.id === "" ? (parent ? "Ajouter une sous-option" : "Ajouter une option") : editing.texts.name}
          </h2>
          {parent && <p className="small soft">Sous-option de «&nbsp;{parent.name}&nbsp;»</p>}
        </div>
        <OptionForm
          product={product}
          option={editing}
          choiceGroups={choiceGroups}
          accessories={accessories}
          refusal={refusalFor(refusal, "enregistrer")}
          flash={flash}
          closeHref={listHref}
          onTextsChange={onTextsChange}
        />
      </section>
      {editing.id !== "" && (
        <section className="panel stack" aria-label="Image de l’option">
          <h2 className="title-card">Image</h2>
          <ImageForm
            intent="image"
            label="Image de l’option"
            {...upload}
            stored={editing.picture}
            removeIntent="retirer-image"
            refusal={unattributedErrors.length > 0 ? null : pictureRefusal(refusal, "image")}
          />
        </section>
      )}
    </div>
  )
}

function removalMessage({ name, subOptions }: NonNullable<OptionsView["removing"]>): string {
  const existingBookingsNote = "Les réservations qui l’ont prise la gardent."
  if (subOptions === 0) return `«\u00a0${name}\u00a0» ne sera plus proposée. ${existingBookingsNote}`
  return `«\u00a0${name}\u00a0» et ${subOptions > 1 ? `ses ${subOptions} sous-options` : "sa sous-option"} ne seront plus proposées. ${existingBookingsNote}`
}
