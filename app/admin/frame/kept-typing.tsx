import { Fragment, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { useLocation, useMatches, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { type KeptForm, isKeptForm, keptForm, nameOf, setVersion, versionOf } from "../../kit/kept-fields.ts"
import { forget, forgetForm, forgetOthers, keep, readKept } from "../../kit/kept-store.ts"
import { type Versions, restoreForms } from "../../kit/restore-forms.ts"

const PAUSE = 400

/**
 * Whatever is typed in a form of the back office outlives the session it was typed in: kept in this tab while one types
 * and when the form is sent, put back when the same person opens the page again, forgotten once it was saved, thrown
 * away or left. A browser without scripts has no such memory: its "back" button shows the form as it was sent.
 */
export function KeptTyping({ userId, children }: { userId: string; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const place = pathname + withoutQuestions(search)
  const [restored, setRestored] = useState<string | null>(null)
  const [shown, setShown] = useState(0)
  const saved = useSaved()
  const hydrated = useHydrated()

  const restoring = useRef(false)
  const versions = useRef<Versions>(new Map())
  const sent = useRef<string | null>(null)
  useKeeping(userId, place, { restoring, versions, sent })
  useEffect(() => {
    if (userId !== "") forgetOthers(userId)
  }, [userId])

  // A page that is opened gets back what was typed in it; a page that is left by choice takes its text with it.
  const before = useRef(place)
  useEffect(() => {
    const stays = before.current === place ? [] : calendarsIn(userId, before.current, place)
    if (before.current !== place) forget(userId, before.current)
    before.current = place
    if (!hydrated) return
    let stop = () => {}
    // Rows that come back are shown at once, which React does only between its own turns.
    const timer = setTimeout(() => {
      restoring.current = true
      versions.current = new Map()
      const { changed, stop: stopWaiting } = restoreForms(userId, place, versions.current)
      stop = stopWaiting
      setRestored(changed ? place : null)
      restoring.current = false
      for (const form of stays) keep(userId, place, form)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId, place, hydrated])

  useEffect(() => {
    if (saved === null || sent.current === null) return
    // What is typed elsewhere on the page is still to be saved.
    forgetForm(userId, place, sent.current)
    sent.current = null
    setRestored(null)
  }, [saved, userId, place])

  const discard = () => {
    forget(userId, place)
    versions.current = new Map()
    setRestored(null)
    setShown((count) => count + 1)
  }
  return (
    <>
      {restored === place && (
        <Notice tone="info" title="Votre saisie a été gardée" live>
          <div className="cluster">
            <span>Elle n’est pas encore enregistrée.</span>
            <Button type="button" variant="secondary" size="small" onClick={discard}>
              Abandonner cette saisie
            </Button>
          </div>
        </Notice>
      )}
      <Fragment key={shown}>{children}</Fragment>
    </>
  )
}

/** A booking that opens over a calendar leaves the days that are ticked in it. */
function calendarsIn(userId: string, before: string, place: string): KeptForm[] {
  if (before.split("?")[0] !== place.split("?")[0]) return []
  const here = [...document.forms].filter((form) => form.method === "get" && isKeptForm(form)).map(nameOf)
  return readKept(userId, before).filter(({ form }) => here.includes(form))
}

/** Questions that open over a page, the month that it shows and the days that are ticked in it do not make another page of it. */
function withoutQuestions(search: string): string {
  const values = new URLSearchParams(search)
  for (const name of ["confirmer", "supprimer", "geste", "mois", "jours"]) values.delete(name)
  return values.size > 0 ? `?${values}` : ""
}

/** The message of the screen that something was saved, once; null for any other. */
function useSaved(): unknown {
  const data: unknown = useMatches().at(-1)?.loaderData
  const flash = typeof data === "object" && data !== null && "flash" in data ? data.flash : null
  return typeof flash === "object" && flash !== null && "kind" in flash && flash.kind === "success" ? flash : null
}

/** While a form says the version that the page was opened with it is sent, and kept, with the one that was typed over: whoever saved meanwhile is told of, not overwritten. */
function withVersion(form: HTMLFormElement, versions: Versions): void {
  const known = versions.get(nameOf(form))
  if (known && versionOf(form) === known.opened) setVersion(form, known.typedOver)
}

type Keeping = {
  /** What is put back is not typed. */
  restoring: RefObject<boolean>
  versions: RefObject<Versions>
  /** The name of the form that was sent last. */
  sent: RefObject<string | null>
}

/** Writes down what is typed and what is sent. */
function useKeeping(userId: string, place: string, { restoring, versions, sent }: Keeping): void {
  const timers = useRef(new Map<HTMLFormElement, ReturnType<typeof setTimeout>>())
  const { state } = useNavigation()
  const write = useEffectEvent((form: HTMLFormElement) => {
    withVersion(form, versions.current)
    keep(userId, place, keptForm(form))
  })
  // What is still being typed when the page goes away is written at once.
  const flush = useEffectEvent(() => {
    for (const [form, timer] of timers.current) {
      clearTimeout(timer)
      if (form.isConnected) write(form)
    }
    timers.current.clear()
  })
  useEffect(() => {
    const waiting = timers.current
    const typed = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest("form") : null
      if (restoring.current || !form || !isKeptForm(form)) return
      clearTimeout(waiting.get(form))
      waiting.set(
        form,
        setTimeout(() => {
          waiting.delete(form)
          if (form.isConnected) write(form)
        }, PAUSE),
      )
    }
    const submitted = ({ target }: Event) => {
      if (!(target instanceof HTMLFormElement) || !isKeptForm(target)) return
      sent.current = nameOf(target)
      write(target)
    }
    document.addEventListener("input", typed)
    document.addEventListener("submit", submitted, true)
    window.addEventListener("pagehide", flush)
    return () => {
      flush()
      document.removeEventListener("input", typed)
      document.removeEventListener("submit", submitted, true)
      window.removeEventListener("pagehide", flush)
    }
  }, [restoring, sent])
  useEffect(() => {
    // The form may be gone when the answer is there.
    if (state !== "idle") flush()
  }, [state])
}
