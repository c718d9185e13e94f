import { useState } from "react"
import { Form, Link, href } from "react-router"
import type { PersonField } from "../../../../domain/accounts/acts.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import { useSending } from "../../kit/use-sending.ts"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import { StaleFields } from "../../kit/stale-notice.tsx"
import type { PersonEdit, PersonView } from "./view.ts"

type SheetProps = { person: PersonView; refusal: EditRefusal | null }

const personHref = ({ id }: PersonView) => href("/admin/users/:id", { id })
const editHref = (person: PersonView, edit: PersonEdit) => `${personHref(person)}?modifier=${edit}`

export function FileSheet({ person, refusal }: SheetProps) {
  const { id, file, state } = person
  // Live revalidation must not raise the version that the fields were loaded with.
  const [initialVersion] = useState(person.version)
  const sending = useSending({ intent: "fiche" })
  const field = (name: PersonField) => ({
    id: name,
    name,
    autoComplete: "off",
    defaultValue: refusal?.values[name] ?? file[name],
    error: refusal?.errors[name],
  })
  const { defaultValue: clientType, error: clientError } = field("clientType")
  return (
    <Sheet title="Corriger la fiche" closeHref={personHref(person)} closeLabel="Ne rien changer">
      <Form
        method="post"
        action={editHref(person, "fiche")}
        className="stack"
        noValidate={!refusal?.stale}
        preventScrollReset
      >
        <FormDraft name={`person-file:${id}`} version={{ vu: refusal?.values["vu"] ?? initialVersion }}>
          {!refusal?.stale && <Problems refusal={refusal} />}
          {state === "unverified" && (
            <Notice tone="warning" title="Adresse e-mail non confirmée">
              Ce compte est peut-être à quelqu’un d’autre&nbsp;: ce que vous écrivez ici s’y lit.
            </Notice>
          )}
          <RequiredNote />
          <TextField label="Nom" maxLength={120} {...field("name")} />
          <TextField label="Téléphone" type="tel" optional {...field("phone")} />
          <fieldset className="field gap-3">
            <legend className="field-label">Adresse du client, pour contrats et factures</legend>
            <TextField label="Adresse" optional maxLength={200} {...field("homeStreet")} />
            <div className="postcode-town">
              <TextField label="Code postal" optional maxLength={10} {...field("homeZipCode")} />
              <TextField label="Ville" optional maxLength={100} {...field("homeCity")} />
            </div>
          </fieldset>
          <fieldset className="field gap-3">
            <legend className="field-label">Lieu enregistré, proposé à chaque réservation</legend>
            <TextField label="Nom du lieu" optional maxLength={100} {...field("placeName")} />
            <TextField label="Adresse du lieu" optional maxLength={200} {...field("street")} />
            <div className="postcode-town">
              <TextField label="Code postal du lieu" optional inputMode="numeric" {...field("zipCode")} />
              <TextField label="Ville du lieu" optional maxLength={100} {...field("city")} />
            </div>
            <TextArea label="Instructions" optional rows={2} maxLength={1000} {...field("addressInstructions")} />
          </fieldset>
          <RadioCards
            name="clientType"
            legend="Client"
            options={[
              { value: "individual", label: "Particulier" },
              { value: "business", label: "Professionnel" },
            ]}
            defaultValue={clientType}
            error={clientError}
          />
          <div className="stack account-business">
            <TextField label="Raison sociale" maxLength={160} {...field("businessName")} />
            <TextField
              label="SIRET"
              inputMode="numeric"
              maxLength={20}
              hint="14 chiffres."
              {...field("businessSiret")}
            />
            <TextField label="Numéro de TVA" optional maxLength={20} {...field("businessVat")} />
            <TextField label="Nom de l’interlocuteur" maxLength={160} {...field("businessContactName")} />
          </div>
          <p className="small soft">
            Vaut pour les contrats et les factures à venir&nbsp;; ceux qui existent ne changent pas.
          </p>
          <StaleFields refusal={refusal} />
          <SaveRow intent="fiche" label="Enregistrer la fiche" busy={sending} person={person} long />
        </FormDraft>
      </Form>
    </Sheet>
  )
}

const emailTexts: Readonly<Record<PersonView["state"], string>> = {
  none: "Cette personne n’a pas de compte\u00a0: les e-mails partent aussitôt à la nouvelle adresse.",
  unverified:
    "Personne n’a confirmé l’adresse actuelle\u00a0: la nouvelle la remplace aussitôt, et un e-mail demande à qui la lit de la confirmer.",
  active: "L’adresse actuelle est confirmée\u00a0: un e-mail part aux deux, et rien ne change avant leur accord.",
  disabled: "Ce compte est désactivé\u00a0: une adresse confirmée ne change qu’avec l’accord des deux.",
}

export function EmailSheet({ person, refusal }: SheetProps) {
  const { email, state } = person
  const sending = useSending({ intent: "email" })
  const existingPersonId = refusal?.errors["known"]
  return (
    <Sheet title="Corriger l’adresse e-mail" shape="card" closeHref={personHref(person)} closeLabel="Ne rien changer">
      <Form method="post" action={editHref(person, "email")} className="stack" noValidate preventScrollReset>
        <p className="small soft">{emailTexts[state]}</p>
        <RequiredNote one />
        <TextField
          label="Nouvelle adresse e-mail"
          id="nouvelle"
          name="nouvelle"
          type="email"
          autoComplete="off"
          maxLength={254}
          defaultValue={refusal?.values["nouvelle"] ?? email}
          error={refusal?.errors["nouvelle"]}
        />
        {existingPersonId && (
          <p className="small">
            <Link to={href("/admin/users/:id", { id: existingPersonId })}>Voir sa fiche</Link>
          </p>
        )}
        <SaveRow intent="email" label="Corriger l’adresse" busy={sending} person={person} />
      </Form>
    </Sheet>
  )
}

function Problems({ refusal }: { refusal: Refusal | null }) {
  const errors = errorItems(refusal?.errors ?? {})
  return errors.length > 0 ? <FormError errors={errors} answer={refusal} /> : null
}

type SaveRowProps = { intent: PersonEdit; label: string; busy: boolean; person: PersonView; long?: boolean }

function SaveRow({ intent, label, busy, person, long = false }: SaveRowProps) {
  return (
    <div className={long ? "cluster dialog-foot-kept" : "cluster"}>
      <Button name="intent" value={intent} busy={busy}>
        {label}
      </Button>
      <ButtonLink variant="secondary" to={personHref(person)} preventScrollReset>
        Ne rien changer
      </ButtonLink>
    </div>
  )
}
