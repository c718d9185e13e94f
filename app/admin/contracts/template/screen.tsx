import { Form, Link } from "react-router"
import type { SafeHtml } from "../../../../isomorphic/safe-html.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { MarkdownField } from "../../kit/markdown-field.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../../kit/edit-refusal.ts"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { screens } from "../../kit/screens.ts"
import { ContractsNav } from "../nav.tsx"
import { PlaceholderList } from "./placeholder-list.tsx"
import { VersionDifference, type DifferenceView } from "../../kit/version-difference.tsx"

export type TemplateView = {
  title: string
  content: string
  preview: SafeHtml
  /** 0 before the first version. */
  latest: number
  version: number
  versions: readonly { version: number; date: string; by: string }[]
  placeholders: readonly string[]
  /** Booking shown in the preview; null shows the placeholders' names. */
  booking: string | null
  bookings: readonly { id: string; label: string }[]
  difference: DifferenceView | null
  flash: Flash | null
}

/** Publishing creates a version; existing contracts keep their text. */
export function TemplateScreen({ view, refusal: answer }: { view: TemplateView; refusal: EditRefusal | null }) {
  const refusal = refusalFor(answer, "publier")
  const isOldVersion = view.version !== view.latest
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{screens.contractTemplate.title}</h1>
        <p className="soft small">Les contrats déjà établis gardent le texte qu’ils ont.</p>
      </header>
      <ContractsNav />
      <FlashMessage flash={view.flash} />
      {isOldVersion && (
        <Notice tone="info" title={`Version ${view.version}, qui n’est plus en vigueur`}>
          La publier de nouveau en fait la version {view.latest + 1}.
        </Notice>
      )}
      {view.difference && <VersionDifference difference={view.difference} />}
      <PreviewChoice view={view} />
      <section className="panel stack" aria-labelledby="texte-du-modele">
        <h2 className="title-card" id="texte-du-modele">
          Texte du modèle
        </h2>
        <EditForm
          draft={`contract-template:${isOldVersion ? view.version : "latest"}`}
          key={`${isOldVersion ? view.version : "latest"} ${view.booking ?? ""}`}
          intent="publier"
          label="Modèle de contrat"
          long
          version={String(view.latest)}
          flash={view.flash}
          refusal={refusal}
          saveLabel="Publier une nouvelle version"
        >
          <TextField label="Titre" maxLength={120} {...fieldProps(refusal, "title", view.title)} />
          <MarkdownField
            label="Contenu"
            kind="contrat"
            bookingId={view.booking}
            {...fieldProps(refusal, "content", view.content)}
            preview={view.preview}
            previewLabel="Texte tel que le client le lit"
            hint="Markdown. Les mots entre doubles accolades viennent de la réservation, du client et de la configuration du site."
          />
          <PlaceholderList names={view.placeholders} field="content" />
        </EditForm>
      </section>
      <Versions view={view} />
    </>
  )
}

function PreviewChoice({ view }: { view: TemplateView }) {
  return (
    <Form className="panel fields-line" aria-label="Réservation de l’aperçu" preventScrollReset noValidate>
      {view.version !== view.latest && <input type="hidden" name="version" value={view.version} />}
      <SelectField
        key={view.booking}
        label="Aperçu avec la réservation"
        name="reservation"
        optional="filter"
        placeholder="Aucune&nbsp;: les noms des champs"
        defaultValue={view.booking ?? ""}
        className="min-w-0 flex-1 basis-60"
        options={view.bookings.map(({ id, label }) => ({ value: id, label }))}
      />
      <Button variant="secondary" size="small">
        Afficher
      </Button>
    </Form>
  )
}

function Versions({ view }: { view: TemplateView }) {
  const booking = view.booking ? `&reservation=${view.booking}` : ""
  return (
    <section className="panel stack" aria-label="Versions">
      <h2 className="title-card">Versions</h2>
      <ul className="stack gap-2">
        {view.versions.map(({ version, date, by }) => (
          <li key={version} className="cluster gap-3">
            <Link
              to={`?version=${version}${booking}`}
              aria-current={version === view.version || undefined}
              className="link-alone"
            >
              Version {version}, du {date}
              {by !== "" && `, par ${by}`}
              {version === view.latest && " (en vigueur)"}
            </Link>
            {version !== view.version && (
              <Link
                to={`?version=${view.version}&comparer=${version}${booking}`}
                className="small"
                preventScrollReset={false}
              >
                Comparer avec la version {view.version}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
