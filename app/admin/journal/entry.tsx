import { Form, Link, href } from "react-router"
import { instantLong } from "../../../domain/day-labels.ts"
import { type Action, subjectKinds } from "../../../domain/journal/acts.ts"
import { Button } from "../../ui/button.tsx"
import { actLabel, apiKeyLabel } from "../kit/journal/act-labels.ts"
import type { Names } from "./detail-values.ts"
import { type DetailLine, detailLines } from "./detail-labels.ts"
import { type JournalUrl, historyHref, journalHref } from "./url.ts"
import { subjectHref, subjectText } from "../kit/journal/journal-labels.ts"

export type EntryView = {
  id: number
  at: Date
  actorName: string
  apiKey: string | null
  /** null for an act that no longer exists. */
  action: Action | null
  subject: { kind: string; id: string }
  /** `exists` is false once it was deleted. */
  label: { text: string; exists: boolean } | null
  details: Readonly<Record<string, unknown>>
  erased: { name: boolean; details: boolean }
  undone: boolean
  isRestorable: boolean
}

const erasedLine: DetailLine = { label: "Noms et textes", after: "donnée effacée" }

export function JournalEntry({ entry, names, url }: { entry: EntryView; names: Names; url: JournalUrl }) {
  const { id, at, actorName, apiKey, action, subject, details, erased, undone, isRestorable } = entry
  const lines = [...detailLines(details, names), ...(erased.details ? [erasedLine] : [])]
  return (
    <li className="request">
      <div className="stack gap-1 min-w-0">
        <p className="wrap-anywhere">
          <b>{erased.name ? "Une personne au nom effacé" : actorName || "Un administrateur"}</b>
          {apiKey && `, ${apiKeyLabel(apiKey)},`} {actLabel(action)}
          <Subject entry={entry} />
        </p>
        <p className="fine soft cluster gap-3">
          <time dateTime={at.toISOString()}>{instantLong(at)}</time>
          <Link to={historyHref(subject)}>Tout sur ce sujet</Link>
          {undone && <span>annulé depuis</span>}
        </p>
        {lines.length > 0 && (
          <details className="small">
            <summary>Détails</summary>
            <Lines lines={lines} />
          </details>
        )}
      </div>
      {isRestorable && !undone && (
        <Form method="post" action={href("/admin/annuler")} preventScrollReset>
          <input type="hidden" name="evenement" value={id} />
          <input type="hidden" name="retour" value={journalHref(url)} />
          <Button variant="secondary" size="small">
            Remettre en place
          </Button>
        </Form>
      )}
    </li>
  )
}

function Subject({
  entry: {
    action,
    subject: { kind, id },
    label,
  },
}: {
  entry: EntryView
}) {
  const text = label?.text ?? subjectText(kind, id)
  if (text === null) return null
  const href = action && subjectHref(subjectKinds[action], id, label?.exists ?? true)
  return (
    <>
      {"\u00a0: "}
      {href ? <Link to={href}>{text}</Link> : text}
    </>
  )
}

function Lines({ lines }: { lines: readonly DetailLine[] }) {
  return (
    <dl className="stack gap-2 mt-2">
      {lines.map(({ label, before, after }) => (
        <div key={label}>
          <dt className="soft">{label}</dt>
          {before === undefined ? (
            <dd className="whitespace-pre-wrap wrap-anywhere">{after}</dd>
          ) : (
            <>
              <dd className="whitespace-pre-wrap wrap-anywhere">
                <span className="soft">Avant&nbsp;: </span>
                <del>{before}</del>
              </dd>
              <dd className="whitespace-pre-wrap wrap-anywhere">
                <span className="soft">Après&nbsp;: </span>
                <ins>{after}</ins>
              </dd>
            </>
          )}
        </div>
      ))}
    </dl>
  )
}
