import { ButtonLink } from "../../ui/button-link.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { Flash } from "../kit/flash.ts"
import { EditForm } from "../kit/edit-form.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../kit/edit-refusal.ts"

type TestimonialView = {
  id: string
  version: string
  author: string
  rating: string
  day: string
  text: string
  isExample: boolean
}

const ratings = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: stars > 1 ? `${stars} étoiles` : "1 étoile",
}))

export function TestimonialEditor({
  entry,
  flash,
  refusal: answer,
  listHref,
}: {
  entry: TestimonialView
  flash: Flash | null
  refusal: EditRefusal | null
  listHref: string
}) {
  const refusal = refusalFor(answer, "enregistrer")
  const example = refusal ? refusal.values["isExample"] === "oui" : entry.isExample
  return (
    <EditForm
      draft={`testimonial:${entry.id}`}
      label="Avis"
      long
      version={entry.version}
      hidden={{ id: entry.id }}
      flash={flash}
      refusal={refusal}
      aside={
        <ButtonLink variant="quiet" to={listHref}>
          Retour à la liste
        </ButtonLink>
      }
    >
      <div className="fields-row">
        <TextField label="Auteur" maxLength={120} {...fieldProps(refusal, "author", entry.author)} />
        <TextField label="Date" type="date" {...fieldProps(refusal, "day", entry.day)} />
        <SelectField label="Note" options={ratings} {...fieldProps(refusal, "rating", entry.rating)} />
      </div>
      <TextArea label="Texte" rows={5} maxLength={1500} {...fieldProps(refusal, "text", entry.text)} />
      <Checkbox
        name="isExample"
        value="oui"
        defaultChecked={example}
        label="C’est un exemple"
        hint="Le site le dit clairement : un avis inventé ne peut pas passer pour vrai."
      />
    </EditForm>
  )
}
