import type { EditRefusal } from "../kit/edit-refusal.ts"
import { useEffect, useState } from "react"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { UploadProgress } from "../../kit/upload-progress.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { ManualRows } from "./rows.tsx"
import { PlainManualRows } from "./rows-plain.tsx"
import { type ManualsView, typedSections } from "./view.ts"

export function ManualForm({ view, refusal }: { view: ManualsView; refusal: EditRefusal | null }) {
  const { version, sections: stored, otherManualUrl, flash } = view
  const hydrated = useHydrated()
  const [isListChanged, setListChanged] = useState(false)
  useEffect(() => {
    if (flash?.kind === "success") setListChanged(false)
  }, [flash])
  const sections = typedSections(refusal) ?? stored
  return (
    <EditForm
      draft={`manual:${view.product?.id ?? ""}`}
      label="Notice"
      encType="multipart/form-data"
      version={version}
      flash={flash}
      refusal={refusal}
      alsoDirty={isListChanged}
      saveLabel="Enregistrer la notice"
      long
    >
      {otherManualUrl !== null && (
        <RadioCards
          name="garder"
          legend="Ce produit a déjà une notice ailleurs"
          hint={otherManualUrl}
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
        <ManualRows view={view} sections={sections} refusal={refusal} onChange={() => setListChanged(true)} />
      ) : (
        <PlainManualRows view={view} sections={sections} refusal={refusal} />
      )}
      <UploadProgress label="Envoi des images" nextLabel="Préparation des images" />
    </EditForm>
  )
}
