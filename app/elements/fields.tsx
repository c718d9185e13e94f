import Mail from "lucide-react/icons/mail"
import { Checkbox } from "../ui/checkbox.tsx"
import { CopyField } from "../ui/copy-field.tsx"
import { Counter } from "../ui/counter.tsx"
import { Field } from "../ui/field.tsx"
import { DropZone, FileField } from "../ui/file-field.tsx"
import { PasswordField } from "../ui/password-field.tsx"
import { RadioCards } from "../ui/radio-cards.tsx"
import { RequiredNote } from "../ui/required-note.tsx"
import { SelectField } from "../ui/select-field.tsx"
import { Switch } from "../ui/switch.tsx"
import { TextArea } from "../ui/text-area.tsx"
import { TextField } from "../ui/text-field.tsx"
import { Element } from "./element.tsx"

const error = "Indiquez une valeur."
const hint = "Une phrase d’aide."
const options = [
  { value: "pickup", label: "Retrait" },
  { value: "delivery", label: "Livraison" },
  { value: "none", label: "Indisponible", disabled: true },
]
const cards = [
  { value: "pickup", label: "Retrait", text: "Vous venez le chercher.", aside: "0 €" },
  { value: "delivery", label: "Livraison", text: "Nous l’apportons.", aside: "45 €" },
  { value: "none", label: "Envoi", text: "Trop lourd.", disabled: true },
]

export function FieldElements() {
  return (
    <>
      <Element files="required-note text-field field">
        <RequiredNote />
        <RequiredNote one />
        <div className="fields-row">
          <TextField label="Nom" hint={hint} />
          <TextField label="Nom, refusé" error={error} defaultValue="?" />
        </div>
        <div className="fields-row">
          <TextField label="Adresse e-mail" icon={Mail} marked />
          <TextField label="Hauteur" suffix="cm" optional />
        </div>
        <div className="fields-row">
          <TextField label="Numéro" readOnly value="1042" />
          <TextField label="Indisponible" disabled value="1043" />
        </div>
        <Field label="Jour" hint={hint} error={error}>
          {(control) => <input {...control} type="date" className="input" />}
        </Field>
      </Element>
      <Element files="text-area select-field password-field">
        <TextArea label="Message" hint={hint} optional />
        <TextArea label="Message, refusé" error={error} />
        <div className="fields-row">
          <SelectField label="Remise" options={options} placeholder="Choisir" />
          <SelectField label="Remise, refusée" options={options} error={error} />
        </div>
        <div className="fields-row">
          <PasswordField label="Mot de passe" autoComplete="current-password" hint={hint} />
          <PasswordField label="Nouveau mot de passe" autoComplete="new-password" error={error} />
        </div>
      </Element>
      <Element files="file-field copy-field">
        <FileField label="Photo" name="photo" accept="image/*" hint={hint} optional />
        <FileField label="Photo, refusée" name="refused-photo" accept="image/*" error={error} />
        <DropZone several>
          <p>Plusieurs fichiers.</p>
        </DropZone>
        <CopyField
          label="Lien"
          name="link"
          value="https://guinguette.example/devis/abcdef"
          copiedText="Lien copié"
          hint={hint}
        />
      </Element>
      <Element files="checkbox switch counter">
        <Checkbox label="J’accepte les conditions" hint={hint} />
        <Checkbox label="Coché" defaultChecked />
        <Checkbox label="Refusé" error={error} />
        <Checkbox label="Indisponible" disabled />
        <Switch label="Visible" defaultChecked />
        <Switch label="Caché" />
        <Switch label="Indisponible" disabled />
        <Counter
          name="prints"
          label="Tirages"
          increaseLabel="Plus de tirages"
          decreaseLabel="Moins de tirages"
          max={4}
        />
        <Counter
          name="chairs"
          label="Chaises"
          increaseLabel="Plus de chaises"
          decreaseLabel="Moins de chaises"
          max={4}
          defaultValue={4}
        />
      </Element>
      <Element files="radio-cards">
        <RadioCards name="way" legend="Remise" options={cards} defaultValue="delivery" hint={hint} />
        <RadioCards name="refused-way" legend="Remise, refusée" options={cards} error={error} />
      </Element>
    </>
  )
}
