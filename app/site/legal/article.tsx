import type { ReactNode } from "react"
import { Link, href } from "react-router"
import { Notice } from "../../ui/notice.tsx"
import { Prose } from "../../kit/prose.tsx"
import { LegalContents } from "./contents.tsx"
import type { LegalView } from "./view.ts"

/** A legal text with its version, its table of contents, and the way to the others. `children` stand above the text. */
export function LegalArticle({ text, children }: { text: LegalView; children?: ReactNode }) {
  const { page, title, html, headings, version, date, inForce, versions, others } = text
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
          {children}
          <Prose html={html} className="legal-text" />
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
