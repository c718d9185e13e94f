import type { ReactNode } from "react"
import { Form, Link, href, useNavigation } from "react-router"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { DataCopy } from "./data-copy.tsx"
import { type OwnRequest, Rights } from "./rights.tsx"
import type { MailChoices } from "../../../../server/accounts/customers/mail-choices.ts"
import type { DataExport } from "../../../../server/reports/data-exports/request-export.ts"
import type { DataForm } from "./view.ts"

type MyDataPageProps = {
  copy: DataExport | null
  requests: readonly OwnRequest[]
  mails: MailChoices & { news: boolean }
  saved: DataForm | null
  canMail: boolean
  refusal: Refusal | null
}

export function MyDataPage({ copy, requests, mails, saved, canMail, refusal }: MyDataPageProps) {
  return (
    <div className="page section">
      <div className="stack mx-auto max-w-2xl gap-6">
        <h1 className="title-page">Mes données</h1>
        <p>
          Ce que nous savons de vous et pourquoi est dans la{" "}
          <Link to={href("/legal/:page", { page: "privacy" })}>politique de confidentialité</Link>, et vos droits dans
          la page <Link to={href("/legal/:page", { page: "rgpd" })}>RGPD</Link>.
        </p>
        <Part form="copie" title="Exporter mes données" refusal={refusal}>
          <DataCopy copy={copy} />
        </Part>
        <Part form="courriels" title="Les e-mails que je reçois" refusal={refusal}>
          {saved === "courriels" && !refusal && <Notice tone="success" title="Votre choix est enregistré" live />}
          <MailChoicesForm {...mails} />
        </Part>
        <Part form="nouveautes" title="Nouveautés" refusal={refusal}>
          {saved === "nouveautes" && !refusal && <Notice tone="success" title="Vous êtes désinscrit" live />}
          <News subscribed={mails.news} />
        </Part>
        <Part form="droit" title="Exercer un droit" refusal={refusal}>
          {saved === "droit" && !refusal && (
            <Notice tone="success" title="Votre demande est enregistrée" live>
              {canMail
                ? "Un e-mail vous le confirme, avec la date de notre réponse."
                : "La date de notre réponse est ci-dessous."}
            </Notice>
          )}
          <Rights requests={requests} refusal={refusal} />
        </Part>
        <section className="panel stack" id="supprimer" aria-labelledby="supprimer-titre">
          <h2 className="title-card" id="supprimer-titre">
            Supprimer mon compte
          </h2>
          <p>La page suivante détaille ce qui sera effacé.</p>
          <div>
            <ButtonLink to={href("/account/supprimer")} variant="secondary">
              Supprimer mon compte
            </ButtonLink>
          </div>
        </section>
        <p>
          <ButtonLink to={href("/account")} variant="secondary">
            Retour à mon compte
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

type PartProps = { form: DataForm; title: string; refusal: Refusal | null; children: ReactNode }

function Part({ form, title, refusal, children }: PartProps) {
  const own = refusal?.values["intent"] === form ? refusal : null
  return (
    <section className="panel stack" id={form} aria-labelledby={`${form}-titre`}>
      <h2 className="title-card" id={`${form}-titre`}>
        {title}
      </h2>
      <FormError errors={errorItems(own?.errors ?? {}, (field) => `${form}-${field}`)} answer={own} />
      {children}
    </section>
  )
}

function MailChoicesForm({ mailDayBefore, mailThanks }: MailChoices) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" className="stack" preventScrollReset key={`${mailDayBefore}-${mailThanks}`}>
      <input type="hidden" name="intent" value="courriels" />
      <Checkbox
        name="mailDayBefore"
        value="oui"
        defaultChecked={mailDayBefore}
        label="Un rappel la veille, avec l’adresse et ce qu’il faut préparer"
      />
      <Checkbox
        name="mailThanks"
        value="oui"
        defaultChecked={mailThanks}
        label="Un remerciement après la location, avec de quoi laisser un avis"
      />
      <p className="small soft">Réponse, contrat, paiement et annulation partent toujours.</p>
      <div>
        <Button variant="secondary" busy={state !== "idle" && formData?.get("intent") === "courriels"}>
          Enregistrer
        </Button>
      </div>
    </Form>
  )
}

function News({ subscribed }: { subscribed: boolean }) {
  const busy = useNavigation().formData?.get("intent") === "nouveautes"
  if (!subscribed)
    return (
      <p>
        Vous n’êtes pas inscrit aux nouveautés à cette adresse. <Link to={href("/newsletter")}>S’inscrire</Link>
      </p>
    )
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name="intent" value="nouveautes" />
      <p>Vous recevez nos nouveautés, quelques fois par an.</p>
      <div>
        <Button variant="secondary" busy={busy}>
          Me désinscrire
        </Button>
      </div>
    </Form>
  )
}
