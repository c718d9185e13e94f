import type { ReactNode } from "react"
import { Form } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import Pencil from "lucide-react/icons/pencil"
import Trash2 from "lucide-react/icons/trash-2"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"

export type ListedEntry = { id: string; title: string; aside?: ReactNode; text?: string }

type EntryListProps = {
  entries: readonly ListedEntry[]
  movable: boolean
  editHref: (id: string) => string
  removeHref: (id: string) => string
}

/** Entries in the owner's order, each with what can be done to it. */
export function EntryList({ entries, movable, editHref, removeHref }: EntryListProps) {
  return (
    <ol className="stack gap-3">
      {entries.map(({ id, title, aside, text }, index) => (
        <li key={id} className="stack gap-3 rounded-control border border-line p-4">
          <div className="cluster between items-start">
            <h2 className="title-block min-w-0 flex-1 basis-60 wrap-anywhere">{title}</h2>
            {aside}
          </div>
          {text && <p className="small soft line-clamp-2 wrap-anywhere">{text}</p>}
          {/* On a phone all in one line: icons, with their names. */}
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
            {movable && (
              <Form method="post" className="cluster gap-1 sm:gap-2" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button
                  variant="quiet"
                  size="small"
                  className="min-w-11"
                  icon={ArrowUp}
                  name="intent"
                  value="monter"
                  disabled={index === 0}
                  aria-label={`Monter\u00a0: ${title}`}
                >
                  <span className="max-sm:sr-only">Monter</span>
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  className="min-w-11"
                  icon={ArrowDown}
                  name="intent"
                  value="descendre"
                  disabled={index === entries.length - 1}
                  aria-label={`Descendre\u00a0: ${title}`}
                >
                  <span className="max-sm:sr-only">Descendre</span>
                </Button>
              </Form>
            )}
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
          </div>
        </li>
      ))}
    </ol>
  )
}
