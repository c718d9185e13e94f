import type { LegalView } from "./view.ts"

export function LegalContents({ headings }: Pick<LegalView, "headings">) {
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
