import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react"
import { href, useFetcher, useNavigate } from "react-router"
import { useMayOpen } from "../kit/back-office-role.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { recentResults, rememberResult } from "./recent-results.ts"
import { type SearchGroup, type SearchResult, findScreens, withRecent } from "./search-results.ts"

const DEBOUNCE_MS = 180

export default function CommandPalette({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [typed, setTyped] = useState("")
  const [activeIndex, setActiveIndex] = useState(0)
  const { groups: serverGroups, busy } = useSearchResults(typed)
  const mayOpen = useMayOpen()
  const [recent] = useState(() => recentResults(userId))
  const groups = useMemo(
    () =>
      withRecent(
        recent,
        [{ name: "Écrans", results: findScreens(typed).filter(({ href }) => mayOpen(href)) }, ...serverGroups],
        typed,
      ),
    [recent, serverGroups, typed, mayOpen],
  )
  const results = groups.flatMap(groupOptions)
  const activeResult = results[Math.min(activeIndex, results.length - 1)]
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // The dialog focuses its first button; here the user is about to type.
  useEffect(() => field.current?.focus(), [])
  const optionId = (result: SearchResult) => `${id}-${results.indexOf(result)}`
  const open = (result: SearchResult) => {
    if (!groups.some(({ all }) => all === result)) rememberResult(userId, result)
    onClose()
    void navigate(result.href)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setActiveIndex((Math.min(activeIndex, results.length - 1) + step + results.length) % results.length)
    }
    if (event.key === "Enter" && activeResult) {
      event.preventDefault()
      open(activeResult)
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
          aria-activedescendant={activeResult && optionId(activeResult)}
          autoComplete="off"
          maxLength={100}
          placeholder="Écran, client, téléphone, n°, date, ville…"
          value={typed}
          onKeyDown={handleKeyDown}
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveIndex(0)
          }}
        />
        <p className="sr-only" role="status">
          {busy ? "Recherche en cours" : `${results.length} résultat${results.length > 1 ? "s" : ""}`}
        </p>
        <div role="listbox" id={`${id}-list`} aria-label="Résultats" className="palette-list">
          {groups.map((group) => (
            <Group key={group.name} group={group} activeResult={activeResult} optionId={optionId} onOpen={open} />
          ))}
        </div>
        {results.length === 0 && !busy && <p className="soft small">Rien ne correspond.</p>}
      </div>
    </Dialog>
  )
}

type GroupProps = {
  group: SearchGroup
  activeResult: SearchResult | undefined
  optionId: (result: SearchResult) => string
  onOpen: (result: SearchResult) => void
}

function groupOptions({ results, all }: SearchGroup): readonly SearchResult[] {
  return all ? [...results, all] : results
}

function Group({ group, activeResult, optionId, onOpen }: GroupProps) {
  const activeOption = useRef<HTMLDivElement>(null)
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: "nearest" })
  }, [activeResult])
  return (
    <div role="group" aria-label={group.name}>
      <p className="fine soft" aria-hidden="true">
        {group.name}
      </p>
      {groupOptions(group).map((result) => (
        // Focus stays in the input; arrows select and Enter opens (WAI-ARIA combobox with listbox).
        <div
          key={result.href}
          id={optionId(result)}
          role="option"
          aria-selected={result === activeResult}
          className="palette-option"
          tabIndex={-1}
          ref={result === activeResult ? activeOption : undefined}
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

function useSearchResults(typed: string): { groups: readonly SearchGroup[]; busy: boolean } {
  const { data, state, load } = useFetcher<{ search: string; groups: readonly SearchGroup[] }>()
  const query = typed.trim()
  useEffect(() => {
    if (query === "") return
    const timer = setTimeout(() => void load(`${href("/admin/recherche")}?q=${encodeURIComponent(query)}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query, load])
  // Ignores a reply to an earlier query.
  const isCurrent = data?.search === query
  return {
    groups: query !== "" && isCurrent ? data.groups : noGroups,
    busy: query !== "" && (!isCurrent || state !== "idle"),
  }
}

const noGroups: readonly SearchGroup[] = []
