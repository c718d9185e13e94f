import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react"
import { href, useFetcher, useNavigate } from "react-router"
import { Dialog } from "../../ui/dialog.tsx"
import { recentResults, rememberResult } from "./recent-results.ts"
import { type SearchGroup, type SearchResult, screensNamed, withRecent } from "./search-results.ts"

const DEBOUNCE_MS = 180

/** A combobox over everything: type, move with the arrows, Enter opens. Loaded when it is first asked for. */
export default function CommandPalette({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const { groups: found, busy } = useFound(typed)
  const [recent] = useState(() => recentResults(userId))
  const groups = useMemo(
    () => withRecent(recent, [{ name: "Écrans", results: screensNamed(typed) }, ...found], typed),
    [recent, found, typed],
  )
  const results = groups.flatMap(optionsOf)
  const chosen = results[Math.min(at, results.length - 1)]
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // The dialog gives the focus to its first button; anyone who opens this is about to type.
  useEffect(() => field.current?.focus(), [])
  const optionId = (result: SearchResult) => `${id}-${results.indexOf(result)}`
  const open = (result: SearchResult) => {
    if (!groups.some(({ all }) => all === result)) rememberResult(userId, result)
    onClose()
    void navigate(result.href)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length)
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault()
      open(chosen)
    }
  }
  return (
    <Dialog open onClose={onClose} title="Rechercher">
      <div className="stack gap-3">
        <input
          ref={field}
          type="text"
          className="input"
          role="combobox"
          aria-label="Écran, réservation, personne ou produit"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          maxLength={100}
          placeholder="Écran, client, téléphone, n°, date, ville…"
          value={typed}
          onKeyDown={press}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
        />
        <p className="sr-only" role="status">
          {busy ? "Recherche en cours" : `${results.length} résultat${results.length > 1 ? "s" : ""}`}
        </p>
        <div role="listbox" id={`${id}-list`} aria-label="Résultats" className="palette-list">
          {groups.map((group) => (
            <Group key={group.name} group={group} chosen={chosen} optionId={optionId} onOpen={open} />
          ))}
        </div>
        {results.length === 0 && !busy && <p className="soft small">Rien ne correspond.</p>}
      </div>
    </Dialog>
  )
}

type GroupProps = {
  group: SearchGroup
  chosen: SearchResult | undefined
  optionId: (result: SearchResult) => string
  onOpen: (result: SearchResult) => void
}

/** The row that leads to the others comes after those that are shown. */
function optionsOf({ results, all }: SearchGroup): readonly SearchResult[] {
  return all ? [...results, all] : results
}

function Group({ group, chosen, optionId, onOpen }: GroupProps) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  return (
    <div role="group" aria-label={group.name}>
      <p className="fine soft" aria-hidden="true">
        {group.name}
      </p>
      {optionsOf(group).map((result) => (
        // The keyboard stays in the field: the arrows choose, Enter opens (WAI-ARIA, combobox with a listbox).
        <div
          key={result.href}
          id={optionId(result)}
          role="option"
          aria-selected={result === chosen}
          className="palette-option"
          tabIndex={-1}
          ref={result === chosen ? shown : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(result)}
        >
          <span>{result.label}</span>
          {result.detail && <span className="fine soft">{result.detail}</span>}
        </div>
      ))}
    </div>
  )
}

/** What the server finds once the fingers rest. */
function useFound(typed: string): { groups: readonly SearchGroup[]; busy: boolean } {
  const { data, state, load } = useFetcher<{ search: string; groups: readonly SearchGroup[] }>()
  const wanted = typed.trim()
  useEffect(() => {
    if (wanted === "") return
    const timer = setTimeout(
      () => void load(`${href("/admin/recherche")}?q=${encodeURIComponent(wanted)}`),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [wanted, load])
  // An answer to what was typed before is no answer to this.
  const answered = data?.search === wanted
  return {
    groups: wanted !== "" && answered ? data.groups : none,
    busy: wanted !== "" && (!answered || state !== "idle"),
  }
}

const none: readonly SearchGroup[] = []
