import { useRef } from "react"
import { Form, Link } from "react-router"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { useDisplayedValues } from "../../ui/use-displayed-values.ts"
import { screens } from "../kit/screens.ts"
import { type SearchGroup, findScreens } from "../frame/search-results.ts"
import { SearchField } from "../kit/search-field.tsx"

export function SearchScreen({ search, groups }: { search: string; groups: readonly SearchGroup[] }) {
  const allGroups: SearchGroup[] = [...groups, { name: "Écrans", results: findScreens(search) }].filter(
    ({ results }) => results.length > 0,
  )
  const form = useRef<HTMLFormElement>(null)
  useDisplayedValues(form, { q: search })
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
            {countLabel(allGroups.flatMap(({ results }) => results).length, "résultat", "résultats", "Aucun résultat")}
          </p>
        )}
        {allGroups.length === 0 && (
          <EmptyState title="Rien ne correspond">
            Essayez une partie du nom, une ville, une date, un téléphone ou le numéro de la réservation.
          </EmptyState>
        )}
        {allGroups.map(({ name, results, all: others }) => (
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
