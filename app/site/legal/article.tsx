import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { Notice } from "../../ui/notice.tsx"
import { Prose } from "../../kit/prose.tsx"
import type { LegalView } from "./view.ts"

type LegalArticleProps = {
  text: LegalView
  /** Missing legal facts, displayed only to an administrator. */
  missing?: readonly string[]
  children?: ReactNode
}

export function LegalArticle({ text, missing = [], children }: LegalArticleProps) {
  const { page, title, html, headings, version, date, inForce, versions, others, file } = text
  return (
    <div className="page legal">
      <header className="legal-head">
        <p className="small soft">Informations légales</p>
        <h1 className="title-page">{title}</h1>
        <p className="small soft">
          Version {version}, {inForce ? "en vigueur depuis le" : "du"} {date}
        </p>
      </header>
      <div className="legal-columns">
        <div className="legal-side no-print">
          <LegalContents headings={headings} />
          <nav className="legal-others" aria-label="Autres textes">
            <p className="small soft">Autres textes</p>
            <ul>
              {others.map((other) => (
                <li key={other.page}>
                  <Link to={href("/legal/:page", { page: other.page })}>{other.title}</Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="legal-body">
          {!inForce && (
            <Notice tone="warning" title="Vous lisez une ancienne version">
              <p>
                Elle n’engage que les réservations faites quand elle s’appliquait.{" "}
                <Link to={href("/legal/:page", { page })}>Lire la version en vigueur</Link>
              </p>
            </Notice>
          )}
          {missing.length > 0 && (
            <Notice tone="warning" title="Cette page ne peut pas être publiée en l’état">
              <p>
                Il manque&nbsp;: {missing.join(", ")}. La loi veut ces mentions sur une boutique ouverte au
                public&nbsp;; leurs lignes sont laissées de côté en attendant. Vous seul lisez cet avis.{" "}
                <Link to={href("/admin/site-config")}>Compléter la configuration</Link>
              </p>
            </Notice>
          )}
          {children}
          <Prose html={html} className="legal-text" />
          {file && (
            <p className="small no-print">
              <a href={file} download className="link-alone">
                Télécharger cette version
              </a>
            </p>
          )}
          <LegalVersions {...{ page, version, versions }} />
        </div>
      </div>
    </div>
  )
}

function LegalVersions({ page, version, versions }: Pick<LegalView, "page" | "version" | "versions">) {
  if (versions.length < 2) return null
  return (
    <nav className="legal-versions no-print" aria-label="Versions de ce texte">
      <h2 className="title-block">Versions de ce texte</h2>
      <ul>
        {versions.map((each, index) => (
          <li key={each.version}>
            <Link
              to={
                index === 0
                  ? href("/legal/:page", { page })
                  : `${href("/legal/:page", { page })}?version=${each.version}`
              }
              aria-current={each.version === version ? "page" : undefined}
            >
              Version {each.version} du {each.date}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LegalContents({ headings }: Pick<LegalView, "headings">) {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length < 2) return null
  const links = (
    <ol>
      {parts.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <details className="legal-contents legal-contents-folded">
        <summary>Sommaire</summary>
        <nav aria-label="Sommaire">{links}</nav>
      </details>
      <nav className="legal-contents legal-contents-open" aria-label="Sommaire">
        <p className="small soft">Sommaire</p>
        {links}
      </nav>
    </>
  )
}
