import { Link, href } from "react-router"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import { screens } from "../kit/screens.ts"
import { ImageForm } from "../kit/picture/form.tsx"
import { pictureRefusal } from "../kit/edit-refusal.ts"
import { CompanyForm } from "./company-form.tsx"
import { SiteConfigForm } from "./form.tsx"
import type { SiteConfigProps, SiteConfigView } from "./view.ts"

export function SiteConfigScreen({ view, refusal }: SiteConfigProps) {
  const unattributedErrors =
    refusal?.errors["image"] && !refusal.values["intent"] ? [{ message: refusal.errors["image"] }] : []
  const refusalForPicture = (intent: string) => (unattributedErrors.length > 0 ? null : pictureRefusal(refusal, intent))
  return (
    <>
      <h1 className="title-page">{screens.siteConfig.title}</h1>
      <FlashMessage flash={view.flash} />
      <FormError errors={unattributedErrors} answer={refusal} />
      <MissingFacts missing={view.missing} />
      <CompanyForm view={view} refusal={refusal} />
      <div className="desk-columns">
        <SiteConfigForm view={view} refusal={refusal} />
        <div className="stack gap-5">
          <section className="panel stack" aria-label="Image d’accueil">
            <h2 className="title-card">Image d’accueil</h2>
            <ImageForm
              intent="hero"
              label="Image d’accueil"
              {...view.upload}
              stored={view.heroImage}
              removeIntent="retirer-hero"
              refusal={refusalForPicture("hero")}
            />
          </section>
          <section className="panel stack" aria-label="Logo de l’entreprise">
            <h2 className="title-card">Logo</h2>
            <p className="small soft">Montré sur fond sombre, en haut et au bas de chaque page.</p>
            <ImageForm
              intent="logo"
              label="Logo de l’entreprise"
              {...view.upload}
              stored={view.logo}
              removeIntent="retirer-logo"
              refusal={refusalForPicture("logo")}
              night
            />
          </section>
        </div>
      </div>
    </>
  )
}

function MissingFacts({ missing }: Pick<SiteConfigView, "missing">) {
  if (missing.length === 0) return null
  return (
    <Notice tone="warning" title="Il manque à vos pages légales&nbsp;:">
      <ul className="list-disc pl-5">
        {missing.map(({ label, fact, isInFinance }) => (
          <li key={fact}>
            {isInFinance ? <Link to={href("/admin/finance")}>{label}</Link> : <a href={`#${fact}`}>{label}</a>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
