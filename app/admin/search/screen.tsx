import { useRef } from "react"
import { Form, Link } from "react-router"
import { counted } from "../../../isomorphic/text/counted.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { useShownValues } from "../../ui/use-shown-values.ts"
import { screens } from "../kit/screens.ts"
import { type SearchGroup, screensNamed } from "../frame/search-results.ts"
import { SearchField } from "../kit/search-field.tsx"

/** The same search as a page of its own. */
export function SearchScreen({ search, groups }: { search: string; groups: readonly SearchGroup[] }) {
  const all: SearchGroup[] = [...groups, { name: "Écrans", results: screensNamed(search) }].filter(
    ({ results }) => results.length > 0,
  )
  const form = useRef<HTMLFormElement>(null)
  useShownValues(form, { q: search })
  return (
    <>
      <h1 className="title-page">{screens.search.title}</h1>
      <section className="panel stack" aria-label="Recherche">
        <Form ref={form} role="search" noValidate className="fields-line">
          <SearchField
            label="Écran, réservation, personne ou produit"
            value={search}
            maxLength={100}
            className="min-w-0 flex-1 basis-60"
            placeholder="n° de réservation, client, téléphone, date, ville…"
          />
          <Button variant="secondary" size="small">
            Rechercher
          </Button>
        </Form>
        {search !== "" && (
          <p className="small soft" data-result>
            {counted(all.flatMap(({ results }) => results).length, "résultat", "résultats", "Aucun résultat")}
          </p>
        )}
        {all.length === 0 && (
          <EmptyState title="Rien ne correspond">
            Essayez une partie du nom, une ville, une date, un téléphone ou le numéro de la réservation.
          </EmptyState>
        )}
        {all.map(({ name, results, all: others }) => (
          <section key={name} className="stack gap-2" aria-label={name}>
            <h2 className="title-card">{name}</h2>
            <ul>
              {results.map(({ href, label, detail }) => (
                <li key={href} className="request">
                  <span className="stack gap-1 min-w-0 wrap-anywhere">
                    <Link to={href}>{label}</Link>
                    {detail && <span className="small soft">{detail}</span>}
                  </span>
                </li>
              ))}
            </ul>
            {others && (
              <p>
                <Link to={others.href}>{others.label}</Link>
              </p>
            )}
          </section>
        ))}
      </section>
    </>
  )
}
