import type { EditRefusal } from "../kit/edit-refusal.ts"
import { useEffect, useState } from "react"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { UploadProgress } from "../../kit/upload-progress.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { ManualRows } from "./rows.tsx"
import { PlainManualRows } from "./rows-plain.tsx"
import { type ManualsView, typedSections } from "./view.ts"

/** The whole manual in one form, so that its sections are saved together. */
export function ManualForm({ view, refusal }: { view: ManualsView; refusal: EditRefusal | null }) {
  const { seen, sections: stored, elsewhere, flash } = view
  const hydrated = useHydrated()
  const [listed, setListed] = useState(false)
  useEffect(() => {
    if (flash?.kind === "success") setListed(false)
  }, [flash])
  const sections = typedSections(refusal) ?? stored
  return (
    <EditForm
      draft={`manual:${view.product?.id ?? ""}`}
      label="Notice"
      encType="multipart/form-data"
      seen={seen}
      flash={flash}
      refusal={refusal}
      alsoDirty={listed}
      save="Enregistrer la notice"
      long
    >
      {elsewhere !== null && (
        <RadioCards
          name="garder"
          legend="Ce produit a déjà une notice ailleurs"
          hint={elsewhere}
          defaultValue={refusal?.values["garder"] ?? "non"}
          options={[
            {
              value: "non",
              label: "Montrer cette notice-ci",
              text: "Elle remplace l’autre adresse à l’enregistrement.",
            },
            { value: "oui", label: "Garder l’autre adresse", text: "Cette notice reste accessible par son QR code." },
          ]}
        />
      )}
      {hydrated ? (
        <ManualRows view={view} sections={sections} refusal={refusal} onChange={() => setListed(true)} />
      ) : (
        <PlainManualRows view={view} sections={sections} refusal={refusal} />
      )}
      <UploadProgress label="Envoi des images" then="Préparation des images" />
    </EditForm>
  )
}
