import { Form, Link, href } from "react-router"
import type { SafeHtml } from "../../../../isomorphic/safe-html.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { MarkdownField } from "../../kit/markdown-field.tsx"
import { type DifferenceView, VersionDifference } from "../../kit/version-difference.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../../kit/edit-refusal.ts"

type LegalTextView = {
  page: string
  name: string
  title: string
  content: string
  preview: SafeHtml
  /** 0 before the first version. */
  latest: number
  version: number
  versions: readonly { version: number; date: string }[]
  placeholders: readonly string[]
  /** null when the settings would change nothing in the version in force (D44). */
  outdated: { sha256: string; difference: DifferenceView } | null
  flash: Flash | null
}

export function LegalTextScreen({ view, refusal: answer }: { view: LegalTextView; refusal: EditRefusal | null }) {
  const refusal = refusalFor(answer, "publier")
  const isOldVersion = view.version !== view.latest
  return (
    <>
      <header className="stack gap-2">
        <Link to={href("/admin/legal")} className="link-alone small">
          Textes légaux
        </Link>
        <h1 className="title-page">{view.name}</h1>
      </header>
      <FlashMessage flash={view.flash} />
      {view.outdated && (
        <Republish
          version={view.latest}
          outdated={view.outdated}
          problem={refusalFor(answer, "republier")?.errors["form"] ?? null}
        />
      )}
      {isOldVersion && (
        <Notice tone="info" title={`Version ${view.version}, qui n’est plus en vigueur`}>
          La publier de nouveau en fait la version {view.latest + 1}.
        </Notice>
      )}
      <section className="panel" aria-label="Texte">
        <EditForm
          draft={`legal-text:${view.page}:${isOldVersion ? view.version : "latest"}`}
          key={isOldVersion ? view.version : "latest"}
          intent="publier"
          label={view.name}
          long
          version={String(view.latest)}
          flash={view.flash}
          refusal={refusal}
          saveLabel="Publier une nouvelle version"
          aside={
            view.latest > 0 && (
              <ButtonLink variant="quiet" to={href("/legal/:page", { page: view.page })}>
                Voir la page
              </ButtonLink>
            )
          }
        >
          <TextField label="Titre" maxLength={120} {...fieldProps(refusal, "title", view.title)} />
          <MarkdownField
            label="Contenu"
            kind="legal"
            {...fieldProps(refusal, "content", view.content)}
            preview={view.preview}
            hint="Markdown. Les mots entre doubles accolades viennent de la configuration du site."
          />
          <details className="small">
            <summary>Mots remplacés par la configuration</summary>
            <p className="soft wrap-anywhere">{view.placeholders.map((name) => `{{${name}}}`).join("  ")}</p>
          </details>
        </EditForm>
      </section>
      <section className="panel stack" aria-label="Versions">
        <h2 className="title-card">Versions</h2>
        {view.versions.length === 0 && <p className="soft small">Ce texte n’a pas encore été écrit.</p>}
        <ul className="stack gap-2">
          {view.versions.map(({ version, date }) => (
            <li key={version}>
              <Link
                to={`?version=${version}`}
                aria-current={version === view.version || undefined}
                className="link-alone"
              >
                Version {version}, du {date}
                {version === view.latest && " (en vigueur)"}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** The owner reads what their settings change and consents to it (D44). */
function Republish({
  version,
  outdated: { sha256, difference },
  problem,
}: {
  version: number
  outdated: NonNullable<LegalTextView["outdated"]>
  problem: string | null
}) {
  return (
    <section className="stack" aria-label="Réglages changés">
      <Notice tone="warning" title="Des réglages ont changé depuis la publication">
        Lisez ce qui change, puis publiez la version {version + 1}.
      </Notice>
      {problem && (
        <Notice tone="error" title="Rien n’a été publié" live>
          {problem}
        </Notice>
      )}
      <VersionDifference difference={difference} />
      <Form method="post">
        <input type="hidden" name="vu" value={version} />
        <input type="hidden" name="sha256" value={sha256} />
        <Button name="intent" value="republier">
          Publier la version {version + 1} avec ces changements
        </Button>
      </Form>
    </section>
  )
}
