import { Link } from "react-router"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { screens } from "../../kit/screens.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import type { Route } from "./+types/route"
import { type FieldView, type OperationView, readDocument } from "./load.server.ts"

const { title } = screens.apiDocument

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context)
  return readDocument()
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function ApiDocument({ loaderData: { address, operations } }: Route.ComponentProps) {
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft small">
          Ce qu’un programme demande avec une clé, écrit à partir du document que lisent les outils (
          <a href="/api/v1/openapi.json">OpenAPI 3.1, en JSON</a>). <Link to={screens.apiKeys.to}>Retour aux clés</Link>
        </p>
      </header>
      <Rules address={address} />
      <nav className="panel stack gap-2" aria-labelledby="operations">
        <h2 className="title-block" id="operations">
          Opérations
        </h2>
        <ul className="stack gap-1">
          {operations.map(({ id, method, path, summary }) => (
            <li key={id} className="wrap-anywhere">
              <a href={`#${id}`}>
                <code>
                  {method} {path}
                </code>
              </a>{" "}
              <span className="small soft">{summary}</span>
            </li>
          ))}
        </ul>
      </nav>
      {operations.map((operation) => (
        <Operation key={operation.id} {...operation} />
      ))}
    </>
  )
}

function Rules({ address }: { address: string }) {
  return (
    <section className="panel stack" aria-labelledby="regles">
      <h2 className="title-block" id="regles">
        Pour toutes
      </h2>
      <ul className="stack gap-2">
        <li>
          Les adresses commencent par <code className="wrap-anywhere">{address}</code>. La clé va dans l’en-tête
          «&nbsp;Authorization&nbsp;», après «&nbsp;Bearer&nbsp;». 900 demandes par quart d’heure.
        </li>
        <li>Montants en centimes d’euro, jours AAAA-MM-JJ à Paris, instants en UTC.</li>
        <li>
          Une liste se lit page par page&nbsp;: redemandez avec <code>cursor</code> tant que <code>nextCursor</code>{" "}
          n’est pas null.
        </li>
        <li>
          Ce qui ne va pas est répondu en <code>application/problem+json</code>, en français, ou en anglais avec{" "}
          <code>Accept-Language: en</code>. Un programme teste <code>type</code>.
        </li>
        <li>
          Avec un en-tête <code>Idempotency-Key</code>, la même demande envoyée deux fois n’est faite qu’une fois, et
          reçoit la même réponse pendant 24&nbsp;heures. Une autre demande sous le même nom&nbsp;: 422. La même en
          cours&nbsp;: 409.
        </li>
        <li>
          L’<code>ETag</code> d’une réservation, renvoyé dans <code>If-Match</code>, laisse agir seulement si elle n’a
          pas changé. Sinon&nbsp;: 412.
        </li>
        <li>
          <b>Ce qui peut changer.</b> Un champ, une adresse, un paramètre facultatif ou une valeur peuvent s’ajouter à
          tout moment&nbsp;: un programme ignore ce qu’il ne connaît pas. Ce qui existe garde son nom, son type et son
          sens tant que l’adresse dit <code>v1</code>. Le reste serait une <code>v2</code>&nbsp;; la <code>v1</code>{" "}
          répondrait encore un an au moins, avec les en-têtes <code>Deprecation</code> et <code>Sunset</code>.
        </li>
      </ul>
    </section>
  )
}

function Operation({ id, method, path, summary, scope, takes, answers, refusals, example }: OperationView) {
  return (
    <section className="panel stack" aria-labelledby={id}>
      <header className="stack gap-1">
        <h2 className="title-block wrap-anywhere" id={id}>
          <code>
            {method} {path}
          </code>
        </h2>
        <p>{summary}</p>
        <p className="small soft">Droit&nbsp;: {scope}</p>
      </header>
      <pre className="small whitespace-pre-wrap wrap-anywhere">
        <code>{example}</code>
      </pre>
      {takes.length > 0 && <Fields title="Ce qu’elle prend" fields={takes} isSent />}
      <Fields title="Ce qu’elle répond" fields={answers} />
      <details className="small">
        <summary>Ce qu’elle refuse</summary>
        <dl className="stack gap-2 mt-2">
          {refusals.map(({ status, about }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd className="soft">{about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

function Fields({
  title: name,
  fields,
  isSent = false,
}: {
  title: string
  fields: readonly FieldView[]
  isSent?: boolean
}) {
  return (
    <details className="small" open={isSent}>
      <summary>{name}</summary>
      <dl className="stack gap-2 mt-2">
        {fields.map((field) => (
          <div key={field.name}>
            <dt className="wrap-anywhere">
              <code>{field.name}</code>{" "}
              <span className="soft">
                {field.type}
                {isSent && (field.required ? ", obligatoire" : ", facultatif")}
              </span>
            </dt>
            {field.about !== "" && <dd className="soft">{field.about}</dd>}
          </div>
        ))}
      </dl>
    </details>
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="La documentation n’a pas pu être chargée" />
}
