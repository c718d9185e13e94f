import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react"
import { Form, Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { SelectField, type SelectOption } from "../../ui/select-field.tsx"
import { useDisplayedValues } from "../../ui/use-displayed-values.ts"
import { DEBOUNCE_MS, useDelayedSubmit } from "./use-delayed-submit.ts"
import { SearchField } from "./search-field.tsx"

export type ListFilter = { name: string; label: string; all: string; options: readonly SelectOption[]; value: string }

export type ListFiltersProps = {
  href: string
  search?: { label: string; value: string; placeholder?: string }
  filters?: readonly ListFilter[]
  preservedParams?: Readonly<Record<string, string>>
  children?: ReactNode
  ownValues?: Readonly<Record<string, string>>
  isFiltered?: boolean
  /** Announced when it changes; null when the screen shows its own. */
  resultText: string | null
}

/** Submits itself while typing when JavaScript runs. */
export function ListFilters({
  href,
  search,
  filters = [],
  preservedParams = {},
  children,
  ownValues = {},
  isFiltered = false,
  resultText,
}: ListFiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const { submitAfter, cancel, pendingTimer } = useDelayedSubmit(form)
  useEffect(() => {
    // Cancels the debounced search on navigation, which it would abort.
    const cancelPending = ({ type, target }: Event) => {
      if (type === "submit" || (target instanceof Element && target.closest("a[href]"))) cancel()
    }
    document.addEventListener("submit", cancelPending, true)
    document.addEventListener("click", cancelPending, true)
    return () => {
      document.removeEventListener("submit", cancelPending, true)
      document.removeEventListener("click", cancelPending, true)
    }
  }, [cancel])
  const searchValue = search?.value ?? ""
  const filterValues = Object.fromEntries(filters.map(({ name, value }) => [name, value]))
  useDisplayedValues(form, { q: searchValue, ...filterValues, ...ownValues }, pendingTimer)
  const handleChange = ({ target }: ChangeEvent<HTMLFormElement>) =>
    submitAfter(target.type === "search" ? DEBOUNCE_MS : 0)
  const hasFilters = isFiltered || searchValue !== "" || filters.some(({ value }) => value !== "")
  return (
    <>
      <Form
        ref={form}
        role="search"
        noValidate
        action={href}
        className="fields-line"
        preventScrollReset
        onChange={handleChange}
      >
        {Object.entries(preservedParams).map(([name, value]) => (
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
        {hasFilters && (
          <Link to={href} className="small">
            Tout afficher
          </Link>
        )}
      </Form>
      {resultText !== null && (
        <p className="small soft" data-result>
          {resultText}
        </p>
      )}
    </>
  )
}
