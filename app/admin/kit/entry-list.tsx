import { type ReactNode, useRef } from "react"
import { Form, useSubmit } from "react-router"
import Pencil from "lucide-react/icons/pencil"
import Trash2 from "lucide-react/icons/trash-2"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { classes } from "../../ui/classes.ts"
import { useDisplayedValues } from "../../ui/use-displayed-values.ts"
import { DragHandle } from "./drag-handle.tsx"
import { OrderButtons } from "./order-buttons.tsx"
import { useDragOrder } from "./use-drag-order.ts"

/** `place` from 1, in the unfiltered list. */
export type ListedEntry = { id: string; title: string; place: number; aside?: ReactNode; text?: string }

type EntryListProps = {
  entries: readonly ListedEntry[]
  count: number
  editHref: (id: string) => string
  removeHref: (id: string) => string
}

export function EntryList({ entries, count, editHref, removeHref }: EntryListProps) {
  const submit = useSubmit()
  const drag = useDragOrder("entrees", entries.length, (from, to) => {
    const [id, place] = [entries[from]?.id, entries[to]?.place]
    if (id !== undefined && place !== undefined)
      void submit({ intent: "placer", id, place }, { method: "post", preventScrollReset: true })
  })
  // In a filtered list one step would jump over hidden entries.
  const hasOrderButtons = entries.length === count && count > 1
  return (
    <ol className="stack gap-3">
      {entries.map(({ id, title, place, aside, text }, index) => (
        <li
          key={id}
          {...drag.place(index)}
          className={classes(
            "flex flex-wrap items-start gap-x-4 gap-y-3 rounded-control border p-4",
            drag.dropIndex === index ? "border-accent-line bg-accent-wash" : "border-line",
          )}
        >
          <div className="flex min-w-0 flex-1 basis-80 items-start gap-2">
            {hasOrderButtons && <DragHandle grip={drag.grip(index)} />}
            <div className="stack min-w-0 flex-1 gap-1 pt-2">
              <div className="cluster between items-start">
                <h2 className="title-block min-w-0 flex-1 basis-40 wrap-anywhere">{title}</h2>
                {aside}
              </div>
              {text && <p className="small soft line-clamp-2 wrap-anywhere">{text}</p>}
            </div>
          </div>
          <div className="cluster gap-1 sm:gap-2">
            <ButtonLink
              variant="secondary"
              size="small"
              icon={Pencil}
              to={editHref(id)}
              aria-label={`Modifier\u00a0: ${title}`}
            >
              <span className="max-sm:sr-only">Modifier</span>
            </ButtonLink>
            {hasOrderButtons && <OrderButtons compact id={id} name={title} index={index} count={count} />}
            <ButtonLink
              variant="quiet"
              size="small"
              className="min-w-11"
              icon={Trash2}
              to={removeHref(id)}
              aria-haspopup="dialog"
              preventScrollReset
              aria-label={`Supprimer\u00a0: ${title}`}
            >
              <span className="max-sm:sr-only">Supprimer</span>
            </ButtonLink>
            {count > 1 && <PlaceForm id={id} title={title} place={place} count={count} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

type PlaceFormProps = { id: string; title: string; place: number; count: number }

function PlaceForm({ id, title, place, count }: PlaceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useDisplayedValues(form, { place: String(place) })
  return (
    <Form ref={form} method="post" className="cluster gap-1" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input
        className="input min-h-11 w-16 px-2 py-1 text-center"
        type="number"
        name="place"
        min={1}
        max={count}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={place}
        aria-label={`Place sur ${count}\u00a0: ${title}`}
      />
      <Button
        variant="quiet"
        size="small"
        name="intent"
        value="placer"
        aria-label={`Placer à ce numéro\u00a0: ${title}`}
      >
        Placer
      </Button>
    </Form>
  )
}
