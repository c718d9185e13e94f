import type { ReactNode } from "react"
import Plus from "lucide-react/icons/plus"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import type { Flash } from "../admin/bookings-view.ts"
import { FlashMessage } from "../admin/flash-message.tsx"
import { RemovedNote } from "../admin/removed-note.tsx"
import type { Undoable } from "../admin/way-back.ts"
import { DeleteSheet } from "./delete-sheet.tsx"
import { EntryList, type ListedEntry } from "./entry-list.tsx"

type EntriesScreenProps = {
  title: string
  /** The address of the list. */
  href: string
  add: string
  empty: string
  entries: readonly ListedEntry[]
  removing: string | null
  question: string
  /** What deleting an entry is called in the record. */
  act: Undoable
  flash: Flash | null
  /** The form of the entry that is open, instead of the list. */
  editor: ReactNode
}

/** A list of the owner's: reviews, questions. One entry at a time is open, with an address of its own. */
export function EntriesScreen({ title, href, add, empty, entries, removing, question, act, flash, editor }: EntriesScreenProps) {
  const gone = entries.find(({ id }) => id === removing)
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{title}</h1>
        {!editor && entries.length > 0 && (
          <ButtonLink icon={Plus} to={`${href}?entree=nouvelle`}>
            {add}
          </ButtonLink>
        )}
      </div>
      <FlashMessage flash={flash} />
      {gone && <DeleteSheet act={act} question={question} text={gone.title} closeHref={href} fields={{ id: gone.id }} />}
      <section className="panel" aria-label={editor ? "Entrée" : title}>
        {editor ||
          (entries.length > 0 ? (
            <EntryList entries={entries} editHref={(id) => `${href}?entree=${id}`} removeHref={(id) => `${href}?supprimer=${id}`} />
          ) : (
            <EmptyState title={empty} action={<ButtonLink to={`${href}?entree=nouvelle`}>{add}</ButtonLink>} />
          ))}
      </section>
      {!editor && <RemovedNote matter="contenu" />}
    </>
  )
}
