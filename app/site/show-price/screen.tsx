import { Form, useNavigation } from "react-router"
import { HONOURED_DAYS, type ShownDelivery, type ShownRow } from "../../../domain/booking/shown-price.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { CampaignField } from "../../kit/campaign-field.tsx"
import { DataNote } from "../../kit/data-note.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { FormGuard } from "../kit/form-guard.tsx"
import { ShownRows } from "../kit/shown-rows.tsx"

type ShowPriceScreenProps = {
  priced:
    | { ok: true; rows: readonly ShownRow[]; delivery: ShownDelivery | null }
    | { ok: false; text: string; back: string }
  stamp: string
  canMail: boolean
  refusal: Refusal | null
}

export function ShowPriceScreen({ priced, stamp, canMail, refusal }: ShowPriceScreenProps) {
  return (
    <div className="page wizard-page">
      <header className="stack">
        <h1 className="title-page">Montrer ce prix</h1>
        <p className="lead soft">Date, photobooth et prix, sans compte à créer.</p>
      </header>
      {priced.ok ? (
        <div className="with-aside">
          <div className="stack gap-6">
            {canMail ? (
              <MailForm stamp={stamp} refusal={refusal} />
            ) : (
              <p id="recevoir">Créez le lien, puis envoyez-le à qui vous voulez.</p>
            )}
            <LinkForm stamp={stamp} refusal={refusal} />
            <p className="small soft">
              Prix tenu {HONOURED_DAYS}&nbsp;jours pour ce choix, sans code promo, sous réserve de disponibilité. Le
              lien montre le code postal et la ville, jamais votre adresse.
            </p>
            <DataNote use="price" />
          </div>
          <aside aria-label="Votre prix" className="stack">
            <ShownRows rows={priced.rows} delivery={priced.delivery} />
          </aside>
        </div>
      ) : (
        <Notice tone="warning" title="Ce choix n’a pas de prix">
          <div className="stack gap-3">
            <p>{priced.text}</p>
            <p>
              <ButtonLink to={priced.back} variant="secondary" size="small">
                Revenir à mon choix
              </ButtonLink>
            </p>
          </div>
        </Notice>
      )}
    </div>
  )
}

type FormProps = { stamp: string; refusal: Refusal | null }

function MailForm({ stamp, refusal }: FormProps) {
  const own = refusal?.values["intent"] === "envoyer" ? refusal : null
  return (
    <Form method="post" className="panel stack" aria-labelledby="recevoir" noValidate>
      <h2 className="title-card" id="recevoir">
        Recevoir ce prix par e-mail
      </h2>
      {own && <FormError errors={errorItems(own.errors)} answer={own} />}
      <FormGuard stamp={own?.values["affichage"] ?? stamp} />
      <CampaignField />
      <TextField
        id="email"
        name="email"
        type="email"
        label="Adresse e-mail"
        autoComplete="email"
        maxLength={254}
        defaultValue={own?.values["email"]}
        error={own?.errors["email"]}
        marked
      />
      <div>
        <Button name="intent" value="envoyer" busy={useIsSending("envoyer")} busyText="Envoi en cours...">
          Recevoir ce prix
        </Button>
      </div>
    </Form>
  )
}

function LinkForm({ stamp, refusal }: FormProps) {
  const own = refusal?.values["intent"] === "montrer" ? refusal : null
  return (
    <Form method="post" className="panel stack" aria-labelledby="montrer" noValidate>
      <h2 className="title-card" id="montrer">
        Montrer à quelqu’un
      </h2>
      {own && <FormError errors={errorItems(own.errors)} answer={own} />}
      <FormGuard stamp={own?.values["affichage"] ?? stamp} />
      <CampaignField />
      <TextField
        id="prenom"
        name="prenom"
        label="Votre prénom"
        autoComplete="given-name"
        maxLength={40}
        optional
        defaultValue={own?.values["prenom"]}
        error={own?.errors["prenom"]}
      />
      <div>
        <Button variant="secondary" name="intent" value="montrer" busy={useIsSending("montrer")}>
          Créer le lien
        </Button>
      </div>
    </Form>
  )
}

function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get("intent") === intent
}
