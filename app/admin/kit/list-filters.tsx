import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react"
import { Form, Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { SelectField, type SelectOption } from "../../ui/select-field.tsx"
import { useShownValues } from "../../ui/use-shown-values.ts"
import { DEBOUNCE_MS, useDelayedSubmit } from "./use-delayed-submit.ts"
import { SearchField } from "./search-field.tsx"

export type ListFilter = { name: string; label: string; all: string; options: readonly SelectOption[]; value: string }

export type ListFiltersProps = {
  /** The list without any filter. */
  href: string
  search?: { label: string; value: string; placeholder?: string }
  filters?: readonly ListFilter[]
  /** What the form keeps of the address without showing it, such as the order. */
  kept?: Readonly<Record<string, string>>
  /** Fields of the screen's own, after the others. */
  children?: ReactNode
  /** What those fields show, by their names. */
  own?: Readonly<Record<string, string>>
  /** One of those narrows the list. */
  narrowed?: boolean
  /** "12 réservations": shown under the filters, and said when it changes; null where the screen says it itself. */
  found: string | null
}

/** Search and filters of a list: a GET form, that sends itself while one types or chooses where scripts run. */
export function ListFilters({
  href,
  search,
  filters = [],
  kept = {},
  children,
  own = {},
  narrowed = false,
  found,
}: ListFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const { sendIn, cancel, waiting } = useDelayedSubmit(form)
  useEffect(() => {
    // What is pressed while the search still waits is what is wanted: asked for later, the list would stop it half-way.
    const leave = ({ type, target }: Event) => {
      if (type === "submit" || (target instanceof Element && target.closest("a[href]"))) cancel()
    }
    document.addEventListener("submit", leave, true)
    document.addEventListener("click", leave, true)
    return () => {
      document.removeEventListener("submit", leave, true)
      document.removeEventListener("click", leave, true)
    }
  }, [cancel])
  const searched = search?.value ?? ""
  const filtered = Object.fromEntries(filters.map(({ name, value }) => [name, value]))
  useShownValues(form, { q: searched, ...filtered, ...own }, waiting)
  const changed = ({ target }: ChangeEvent<HTMLFormElement>) => sendIn(target.type === "search" ? DEBOUNCE_MS : 0)
  const active = narrowed || searched !== "" || filters.some(({ value }) => value !== "")
  return (
    <>
      <Form
        ref={form}
        role="search"
        noValidate
        action={href}
        className="fields-line"
        preventScrollReset
        onChange={changed}
      >
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search && (
          <SearchField
            label={search.label}
            value={search.value}
            placeholder={search.placeholder}
            className="min-w-0 flex-1 basis-56"
          />
        )}
        {filters.map(({ name, label, all, options, value }) => (
          <SelectField
            key={name}
            label={label}
            name={name}
            optional="filter"
            placeholder={all}
            options={options}
            defaultValue={value}
            className="lg:max-w-52"
          />
        ))}
        {children}
        <Button variant="secondary" size="small">
          Filtrer
        </Button>
        {active && (
          <Link to={href} className="small">
            Tout afficher
          </Link>
        )}
      </Form>
      {found !== null && (
        <p className="small soft" data-result>
          {found}
        </p>
      )}
    </>
  )
}
