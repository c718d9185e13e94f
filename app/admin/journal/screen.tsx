import { useRef } from "react"
import { Form, Link } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { instantLong } from "../../../domain/day-labels.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon } from "../../ui/icon.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { useDisplayedValues } from "../../ui/use-displayed-values.ts"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { screens } from "../kit/screens.ts"
import type { Names } from "./detail-values.ts"
import { type EntryView, JournalEntry } from "./entry.tsx"
import { type JournalUrl, journalHref, journalPath } from "./url.ts"
import { matters } from "../kit/journal/journal-labels.ts"
import { SearchField } from "../kit/search-field.tsx"

type JournalScreenProps = {
  url: JournalUrl
  people: readonly { id: string; name: string }[]
  entries: readonly EntryView[]
  /** Names for the ids in the details. */
  names: Names
  older: number | null
  newer: number | null
  flash: Flash | null
}

export function JournalScreen({ url, people, entries, names, older, newer, flash }: JournalScreenProps) {
  const isFiltered = journalHref({ ...url, before: null, after: null }) !== journalPath
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{screens.journal.title}</h1>
        <p className="soft small">
          Tout ce qui a été fait, du plus récent au plus ancien.{" "}
          <Link to={screens.erased.to}>Données effacées avec le temps</Link>
        </p>
      </header>
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Journal">
        <Filters url={url} people={people} isFiltered={isFiltered} />
        <p className="sr-only" data-result>
          {rangeLabel(entries)}
        </p>
        {entries.length === 0 ? (
          <EmptyState title={isFiltered ? "Rien ne correspond" : "Rien pour le moment"}>
            {isFiltered
              ? "Retirez un filtre, ou cherchez avec moins de mots."
              : "Le premier geste d’un administrateur s’affichera ici."}
          </EmptyState>
        ) : (
          <ol aria-label="Gestes">
            {entries.map((entry) => (
              <JournalEntry key={entry.id} entry={entry} names={names} url={url} />
            ))}
          </ol>
        )}
        {(newer !== null || older !== null) && (
          <nav className="pages" aria-label="Pages">
            {newer !== null && (
              <Link to={journalHref({ ...url, before: null, after: newer })} rel="prev">
                <Icon icon={ChevronLeft} />
                Plus récents
              </Link>
            )}
            {newer !== null && <Link to={journalHref({ ...url, before: null, after: null })}>Les derniers</Link>}
            {older !== null && (
              <Link to={journalHref({ ...url, before: older, after: null })} rel="next">
                Plus anciens
                <Icon icon={ChevronRight} />
              </Link>
            )}
          </nav>
        )}
      </section>
    </>
  )
}

function rangeLabel(entries: readonly EntryView[]): string {
  const [latest, oldest] = [entries[0], entries.at(-1)]
  const countText = countLabel(entries.length, "geste", "gestes", "Aucun geste")
  if (!latest || !oldest) return countText
  const [from, until] = [instantLong(oldest.at), instantLong(latest.at)]
  return from === until ? `${countText}, le ${until}` : `${countText}, du ${from} au ${until}`
}

function Filters({ url, people, isFiltered }: Pick<JournalScreenProps, "url" | "people"> & { isFiltered: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useDisplayedValues(form, {
    q: url.search,
    personne: url.person ?? "",
    genre: url.matter ?? "",
    du: url.from ?? "",
    au: url.until ?? "",
  })
  return (
    <Form ref={form} role="search" noValidate action={journalPath} className="fields-line" preventScrollReset>
      {url.subject && <input type="hidden" name="sujet" value={`${url.subject.kind}:${url.subject.id}`} />}
      <SearchField
        label="Rechercher"
        value={url.search}
        placeholder="Produit, client, n°…"
        className="min-w-0 flex-1 basis-48"
      />
      <SelectField
        label="Personne"
        name="personne"
        optional="filter"
        placeholder="Tout le monde"
        defaultValue={url.person ?? ""}
        options={people.map(({ id, name }) => ({ value: id, label: name || "Sans nom" }))}
      />
      <SelectField
        label="Sujet"
        name="genre"
        optional="filter"
        placeholder="Tous les sujets"
        defaultValue={url.matter ?? ""}
        options={Object.entries(matters).map(([value, label]) => ({ value, label }))}
        className="lg:max-w-44"
      />
      <TextField label="Du" name="du" type="date" optional="filter" defaultValue={url.from ?? ""} />
      <TextField label="Au" name="au" type="date" optional="filter" defaultValue={url.until ?? ""} />
      <Button variant="secondary" size="small">
        Filtrer
      </Button>
      {isFiltered && (
        <Link to={journalPath} className="small">
          Tout afficher
        </Link>
      )}
    </Form>
  )
}
