import { type FormEvent, useEffect, useId, useState } from "react"
import { href, useSearchParams } from "react-router"
import Search from "lucide-react/icons/search"
import { groupByTheme, matchingQuestions } from "../../../isomorphic/text/faq-search.ts"
import { emptyIllustration } from "../../kit/illustrations.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Photo } from "../../ui/photo.tsx"
import { FaqQuestion } from "./question.tsx"
import type { FaqQuestionView } from "./view.ts"

const MAX_OPEN_ANSWERS = 2
const MAX_SEARCH_LENGTH = 100

export function FaqSection({ questions }: { questions: readonly FaqQuestionView[] }) {
  const [values, setValues] = useSearchParams()
  const query = values.get("q") ?? ""
  const [typed, setTyped] = useState(query.slice(0, MAX_SEARCH_LENGTH))
  useLinkedQuestion()
  useEffect(() => setTyped(query.slice(0, MAX_SEARCH_LENGTH)), [query])

  const matches = matchingQuestions(questions, typed)
  const searching = typed.trim() !== "" && matches.length < questions.length
  const groups = groupByTheme(matches)

  const search = (event: FormEvent) => {
    event.preventDefault()
    setValues(typed.trim() === "" ? {} : { q: typed.trim() }, { replace: true, preventScrollReset: true })
  }
  const clear = () => {
    setTyped("")
    setValues({}, { replace: true, preventScrollReset: true })
  }

  return (
    <section id="questions" className="faq" aria-labelledby="faq">
      <div className="page section stack gap-6">
        <div className="faq-head">
          <h2 id="faq" className="title-page">
            Questions fréquentes
          </h2>
          <SearchForm typed={typed} onType={setTyped} onSearch={search} />
        </div>
        <p role="status" className={searching && matches.length > 0 ? "soft" : "sr-only"}>
          {searching && countLabel(matches.length, typed)}
        </p>
        {matches.length === 0 ? (
          <NoMatchingQuestion typed={typed} onClear={clear} />
        ) : (
          <div className="faq-columns">
            <ThemeLinks themes={groups.map(({ theme }) => theme)} />
            <div className="stack gap-7">
              {groups.map(({ theme, questions }, index) => (
                <section key={theme} aria-labelledby={themeId(index)}>
                  <h3 id={themeId(index)} className="title-card faq-theme">
                    {theme}
                  </h3>
                  {questions.map((entry) => (
                    <FaqQuestion
                      key={entry.slug}
                      entry={entry}
                      open={searching && matches.length <= MAX_OPEN_ANSWERS}
                    />
                  ))}
                </section>
              ))}
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

type SearchFormProps = { typed: string; onType: (text: string) => void; onSearch: (event: FormEvent) => void }

/** An empty search shows everything, so the field is neither required nor optional. */
function SearchForm({ typed, onType, onSearch }: SearchFormProps) {
  const id = useId()
  return (
    <form role="search" action={`${href("/faq")}#questions`} className="search-row" onSubmit={onSearch}>
      <div className="field">
        <label htmlFor={id} className="field-label">
          Chercher une réponse
        </label>
        <div className="input-box">
          <Icon icon={Search} />
          <input
            id={id}
            className="input"
            type="search"
            name="q"
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
            placeholder="livraison, caution, papier…"
            value={typed}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
      </div>
      <Button variant="secondary">Chercher</Button>
    </form>
  )
}

function ThemeLinks({ themes }: { themes: readonly string[] }) {
  const heading = useId()
  return (
    <nav className="faq-themes" aria-labelledby={heading}>
      <p id={heading} className="small soft">
        Thèmes
      </p>
      <ul>
        {themes.map((theme, index) => (
          <li key={theme}>
            <a href={`#${themeId(index)}`}>{theme}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NoMatchingQuestion({ typed, onClear }: { typed: string; onClear: () => void }) {
  return (
    <EmptyState
      headingLevel={3}
      title={<>Aucune réponse pour «&nbsp;{typed.trim()}&nbsp;»</>}
      picture={<Photo image={emptyIllustration} sizes="26rem" />}
      action={
        <div className="cluster justify-center">
          <ButtonLink to={href("/faq")} preventScrollReset variant="secondary" onClick={onClear}>
            Voir toutes les questions
          </ButtonLink>
          <ButtonLink to={href("/contact")} variant="quiet">
            Nous écrire
          </ButtonLink>
        </div>
      }
    >
      Essayez un seul mot, «&nbsp;livraison&nbsp;» ou «&nbsp;caution&nbsp;» par exemple, ou{" "}
      <span className="unbroken">posez-nous</span> la question.
    </EmptyState>
  )
}

function countLabel(count: number, typed: string): string {
  if (count === 0) return `Aucune réponse pour «\u00a0${typed.trim()}\u00a0»`
  return `${count} réponse${count > 1 ? "s" : ""} pour «\u00a0${typed.trim()}\u00a0»`
}

function themeId(index: number): string {
  return `theme-${index + 1}`
}

function useLinkedQuestion(): void {
  useEffect(() => {
    const open = () => {
      const answer = document.getElementById(decodeSafely(location.hash.slice(1)))
      const question = answer?.closest("details")
      if (!question || question.open) return
      question.open = true
      question.scrollIntoView({ block: "start" })
    }
    open()
    addEventListener("hashchange", open)
    return () => removeEventListener("hashchange", open)
  }, [])
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
