import { useLayoutEffect, useRef } from "react"
import { Form } from "react-router"
import CalendarDays from "lucide-react/icons/calendar-days"
import MapPin from "lucide-react/icons/map-pin"
import { type EventSearch, readDay } from "../../../domain/catalog/event-search.ts"
import type { Day } from "../../../domain/day.ts"
import { Button } from "../../ui/button.tsx"
import { classes } from "../../ui/classes.ts"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { dateMessage, postcodeMessage, townsLabel } from "./search-messages.ts"
import { useSearching } from "./use-searching.ts"

type EventSearchFormProps = {
  action: string
  search: EventSearch
  today: Day
  matching?: string
  hung?: boolean
  narrow?: boolean
}

export function EventSearchForm({ action, search, today, matching, hung, narrow }: EventSearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const searching = useSearching()
  const date = readDay(search.typed.date) ?? ""
  const { postcode } = search.typed
  const { towns, town } = search

  // After "back", resets the fields to what the page displays.
  useLayoutEffect(() => {
    const fields = form.current?.elements
    const dateField = fields?.namedItem("date")
    const postcodeField = fields?.namedItem("cp")
    if (dateField instanceof HTMLInputElement) dateField.value = date
    const townField = fields?.namedItem("ville")
    if (postcodeField instanceof HTMLInputElement) postcodeField.value = postcode
    if (townField instanceof HTMLSelectElement) townField.value = town ?? ""
  }, [date, postcode, town])

  return (
    <Form
      ref={form}
      method="get"
      action={`${action}#disponibilites`}
      id="disponibilites"
      role="search"
      aria-label="Disponibilités à votre date"
      className={classes(
        narrow ? "search-narrow" : "search-card",
        hung && "search-card-hung",
        !narrow && (search.dateProblem || search.postcodeProblem) && "md:items-start",
      )}
    >
      {matching && <input type="hidden" name="q" value={matching} />}
      <TextField
        label="Date de votre événement"
        marked
        name="date"
        type="date"
        icon={CalendarDays}
        min={today}
        defaultValue={date}
        error={search.dateProblem && <span data-result>{dateMessage(search)}</span>}
      />
      <TextField
        label="Code postal"
        name="cp"
        icon={MapPin}
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="94130"
        maxLength={12}
        defaultValue={postcode}
        optional
        error={search.postcodeProblem && <span data-result>{postcodeMessage(search)}</span>}
      />
      {towns.length > 0 && (
        <SelectField
          label="Commune"
          name="ville"
          className="search-town"
          optional
          defaultValue={town ?? ""}
          placeholder={townsLabel(towns.length)}
          options={towns.map((each) => ({ value: each, label: each }))}
        />
      )}
      <Button
        busy={searching}
        variant={narrow ? "secondary" : "primary"}
        {...(narrow ? {} : { className: towns.length > 0 ? "lg:mt-[1.5rem]" : "md:mt-[1.5rem]" })}
      >
        {narrow ? "Voir le prix à ma date" : "Voir les disponibilités"}
      </Button>
    </Form>
  )
}
