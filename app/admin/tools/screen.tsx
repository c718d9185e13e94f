import { useRef } from "react"
import { Form, Link } from "react-router"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import Menu from "lucide-react/icons/menu"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon, type LucideIcon } from "../../ui/icon.tsx"
import { useDisplayedValues } from "../../ui/use-displayed-values.ts"
import { type SearchResult, findScreens } from "../frame/search-results.ts"
import { useMayOpen } from "../kit/back-office-role.tsx"
import { screens } from "../kit/screens.ts"
import { SearchField } from "../kit/search-field.tsx"
import { toolGroups } from "../frame/tool-groups.ts"

type Card = { name: string; icon: LucideIcon; results: readonly SearchResult[] }

const allCards: readonly Card[] = toolGroups.map(({ name, icon, tools }) => ({
  name,
  icon,
  results: tools.map(({ to, title, summary }) => ({ href: to, label: title, detail: summary })),
}))

const toolHrefs = new Set(allCards.flatMap(({ results }) => results.map(({ href }) => href)))

export function ToolsScreen({ search, help }: { search: string; help: readonly SearchResult[] }) {
  const form = useRef<HTMLFormElement>(null)
  useDisplayedValues(form, { q: search })
  const mayOpen = useMayOpen()
  const cards = (search === "" ? allCards : findCards(search, help))
    .map((card) => ({ ...card, results: card.results.filter(({ href }) => mayOpen(href)) }))
    .filter(({ results }) => results.length > 0)
  return (
    <>
      <h1 className="title-page">{screens.tools.title}</h1>
      <Form ref={form} role="search" noValidate className="fields-line">
        <SearchField
          label="Chercher un réglage"
          value={search}
          maxLength={100}
          className="min-w-0 flex-1 basis-60"
          placeholder="TVA, cookies, e-mail…"
        />
        <Button variant="secondary" size="small">
          Chercher
        </Button>
      </Form>
      {search !== "" && (
        <p className="small soft" role="status">
          {countLabel(cards.flatMap(({ results }) => results).length, "réponse", "réponses", "Aucune réponse")}{" "}
          <Link to={screens.tools.to}>Tout voir</Link>
        </p>
      )}
      {cards.length === 0 && <EmptyState title="Rien ne correspond">Essayez un autre mot.</EmptyState>}
      <div className="tool-cards">
        {cards.map((card) => (
          <ToolCard key={card.name} {...card} />
        ))}
      </div>
    </>
  )
}

function findCards(search: string, help: readonly SearchResult[]): Card[] {
  const matches = findScreens(search)
  const hrefs = new Set(matches.map(({ href }) => href))
  return [
    ...allCards.map((card) => ({ ...card, results: card.results.filter(({ href }) => hrefs.has(href)) })),
    { name: "Dans le menu", icon: Menu, results: matches.filter(({ href }) => !toolHrefs.has(href)) },
    { name: screens.help.title, icon: CircleHelp, results: help.map((result) => ({ ...result, detail: "" })) },
  ].filter(({ results }) => results.length > 0)
}

function ToolCard({ name, icon, results }: Card) {
  return (
    <section className="panel tool-card" aria-label={name}>
      <h2 className="title-card">
        <Icon icon={icon} />
        {name}
      </h2>
      <ul>
        {results.map(({ href, label, detail }) => (
          <li key={href}>
            <Link to={href}>
              <b>{label}</b>
              {detail && <span>{detail}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
