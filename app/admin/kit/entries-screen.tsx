import type { ReactNode } from "react"
import Plus from "lucide-react/icons/plus"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import type { Flash } from "./flash.ts"
import { FlashMessage } from "./flash-message.tsx"
import { type ListFiltersProps, ListFilters } from "./list-filters.tsx"
import { RestoreHint } from "./restore-hint.tsx"
import type { UndoableAction } from "../../../domain/journal/acts.ts"
import { DeleteSheet } from "./delete-sheet.tsx"
import { EntryList, type ListedEntry } from "./entry-list.tsx"

type EntriesScreenProps = {
  title: string
  href: string
  addLabel: string
  emptyTitle: string
  entries: readonly ListedEntry[]
  count: number
  filters: Omit<ListFiltersProps, "resultText">
  resultText: string
  removing: { id: string; title: string } | null
  question: string
  act: UndoableAction
  flash: Flash | null
  editor: ReactNode
}

export function EntriesScreen({
  title,
  href,
  addLabel,
  emptyTitle,
  entries,
  count,
  filters,
  resultText,
  removing,
  question,
  act,
  flash,
  editor,
}: EntriesScreenProps) {
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{title}</h1>
        {!editor && count > 0 && (
          <ButtonLink icon={Plus} to={`${href}?entree=nouvelle`}>
            {addLabel}
          </ButtonLink>
        )}
      </div>
      <FlashMessage flash={flash} />
      {removing && (
        <DeleteSheet
          act={act}
          question={question}
          text={removing.title}
          closeHref={href}
          fields={{ id: removing.id }}
        />
      )}
      <section className="panel stack" aria-label={editor ? "Entrée" : title}>
        {editor}
        {!editor && count > 0 && <ListFilters {...filters} resultText={resultText} />}
        {!editor && entries.length > 0 && (
          <EntryList
            entries={entries}
            count={count}
            editHref={(id) => `${href}?entree=${id}`}
            removeHref={(id) => `${href}?supprimer=${id}`}
          />
        )}
        {!editor && count === 0 && (
          <EmptyState title={emptyTitle} action={<ButtonLink to={`${href}?entree=nouvelle`}>{addLabel}</ButtonLink>} />
        )}
        {!editor && count > 0 && entries.length === 0 && (
          <EmptyState title="Rien ne correspond">Essayez un autre mot, ou retirez un filtre.</EmptyState>
        )}
      </section>
      {!editor && <RestoreHint matter="contenu" />}
    </>
  )
}
