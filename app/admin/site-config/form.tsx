import { useState } from "react"
import Aperture from "lucide-react/icons/aperture"
import Camera from "lucide-react/icons/camera"
import ImageGlyph from "lucide-react/icons/image"
import { defaultHomeTexts } from "../../../domain/content/default-home-texts.ts"
import { Icon } from "../../ui/icon.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField, type TextFieldProps } from "../../ui/text-field.tsx"
import { AccentPicker } from "./accent-picker.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { FormGroup } from "../kit/form-group.tsx"
import { HeroPreview } from "./hero-preview.tsx"
import { fieldProps, refusalFor } from "../kit/edit-refusal.ts"
import type { SiteConfigProps } from "./view.ts"
import { type SiteField, siteFieldLabels } from "../kit/site-fields.ts"

const icons = [
  { value: "camera", label: <Choice icon={Camera} text="Appareil photo" /> },
  { value: "image", label: <Choice icon={ImageGlyph} text="Image" /> },
  { value: "aperture", label: <Choice icon={Aperture} text="Diaphragme" /> },
]

function Choice({ icon, text }: { icon: typeof Camera; text: string }) {
  return (
    <span className="cluster gap-2">
      <Icon icon={icon} />
      {text}
    </span>
  )
}

export function SiteConfigForm({ view, refusal: answer }: SiteConfigProps) {
  const refusal = refusalFor(answer, "enregistrer")
  const currentValue = (name: SiteField) => refusal?.values[name] ?? view.values[name]
  const [hero, setHero] = useState({ title: currentValue("heroTitle"), description: currentValue("heroDescription") })
  const field = (name: SiteField) => ({ label: siteFieldLabels[name], ...fieldProps(refusal, name, view.values[name]) })
  const line = (name: SiteField, extra: Partial<TextFieldProps> = {}) => (
    <TextField optional {...field(name)} {...extra} />
  )
  const updateHero = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    setHero({ title: String(typed.get("heroTitle") ?? ""), description: String(typed.get("heroDescription") ?? "") })
  }
  const icon = fieldProps(refusal, "companyIcon", view.values.companyIcon)
  return (
    <EditForm
      draft="site-config"
      label="Le site"
      long
      version={view.siteVersion}
      flash={view.flash}
      refusal={refusal}
      onInput={updateHero}
    >
      <FormGroup title="Accueil">
        {line("heroTitle", { maxLength: 120, hint: `Vide\u00a0: «\u00a0${defaultHomeTexts.heroTitle}\u00a0».` })}
        <TextArea optional {...field("heroDescription")} rows={3} maxLength={400} />
        {line("heroImageAlt", { maxLength: 300, hint: "Ce que montre l’image, pour qui ne la voit pas." })}
        <HeroPreview {...hero} picture={view.heroImage?.picture ?? null} />
      </FormGroup>
      <FormGroup title="Apparence">
        <RadioCards
          name="companyIcon"
          id="companyIcon"
          legend="Icône"
          hint="Montrée dans l’en-tête quand il n’y a pas de logo."
          options={icons}
          defaultValue={icon.defaultValue}
          error={icon.error}
        />
        <AccentPicker {...field("accentColor")} />
      </FormGroup>
      <FormGroup title="Réseaux">
        {line("instagramUrl", { type: "url", placeholder: "https://www.instagram.com/…" })}
        <div className="fields-row">
          {line("googleBusinessId", { maxLength: 120, hint: "Pour le lien vers tous vos avis." })}
          {line("ratingLabel", {
            maxLength: 60,
            hint: "Seulement une note que vous avez. Vide\u00a0: rien n’est montré.",
          })}
        </div>
      </FormGroup>
      <FormGroup title="Ce que vous annoncez">
        <p className="small soft">N’écrivez que ce qui est vrai.</p>
        <div className="fields-row">
          {line("phoneHelp", { maxLength: 80, hint: "Au centre d’aide et sur la page Contact." })}
          {line("setupTime", { maxLength: 60, hint: "Après «\u00a0Installé en\u00a0» au catalogue." })}
        </div>
        <div className="fields-row">
          {line("opensAt", { type: "time" })}
          {line("closesAt", {
            type: "time",
            hint: "Tous les jours, sur la page Contact. Vides\u00a0: rien n’est montré.",
          })}
        </div>
        {line("accessibilityPercent", {
          optional: false,
          inputMode: "numeric",
          maxLength: 3,
          suffix: "%",
          hint: "Selon votre dernier audit.",
        })}
        <div className="fields-row">
          {line("accessibilityAuditedOn", {
            type: "date",
            hint: "Sans date ni auteur, le site se dit «\u00a0non audité\u00a0».",
          })}
          {line("accessibilityAuditedBy", { maxLength: 120, hint: "Qui a passé les critères en revue." })}
        </div>
      </FormGroup>
      <FormGroup title="Moteurs de recherche">
        {line("siteTitle", { maxLength: 120 })}
        <TextArea optional {...field("siteDescription")} rows={3} maxLength={400} />
      </FormGroup>
    </EditForm>
  )
}
