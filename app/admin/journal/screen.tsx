import { useRef } from "react"
import { Form, Link } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { instantLong } from "../../../domain/day-labels.ts"
import { counted } from "../../../isomorphic/text/counted.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon } from "../../ui/icon.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { useShownValues } from "../../ui/use-shown-values.ts"
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
  /** What the ids in the details are called. */
  names: Names
  older: number | null
  newer: number | null
  flash: Flash | null
}

/** What every administrator did, the latest first. Nothing here can be changed. */
export function JournalScreen({ url, people, entries, names, older, newer, flash }: JournalScreenProps) {
  const filtered = journalHref({ ...url, before: null, after: null }) !== journalPath
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{screens.journal.title}</h1>
        <p className="soft small">
          Tout ce que les administrateurs ont fait, du plus récent au plus ancien. Rien ne s’y modifie ni ne s’en
          efface. <Link to={screens.erased.to}>Données effacées avec le temps</Link>
        </p>
      </header>
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Journal">
        <Filters url={url} people={people} filtered={filtered} />
        <p className="sr-only" data-result>
          {shownLabel(entries)}
        </p>
        {entries.length === 0 ? (
          <EmptyState title={filtered ? "Rien ne correspond" : "Rien pour le moment"}>
            {filtered
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
                <Icon of={ChevronLeft} />
                Plus récents
              </Link>
            )}
            {newer !== null && <Link to={journalHref({ ...url, before: null, after: null })}>Les derniers</Link>}
            {older !== null && (
              <Link to={journalHref({ ...url, before: older, after: null })} rel="next">
                Plus anciens
                <Icon of={ChevronRight} />
              </Link>
            )}
          </nav>
        )}
      </section>
    </>
  )
}

function shownLabel(entries: readonly EntryView[]): string {
  const [latest, oldest] = [entries[0], entries.at(-1)]
  const shown = counted(entries.length, "geste", "gestes", "Aucun geste")
  if (!latest || !oldest) return shown
  const [from, until] = [instantLong(oldest.at), instantLong(latest.at)]
  return from === until ? `${shown}, le ${until}` : `${shown}, du ${from} au ${until}`
}

function Filters({ url, people, filtered }: Pick<JournalScreenProps, "url" | "people"> & { filtered: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useShownValues(form, {
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
      {filtered && (
        <Link to={journalPath} className="small">
          Tout afficher
        </Link>
      )}
    </Form>
  )
}
