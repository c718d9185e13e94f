import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetchers, useLocation, useNavigation, useRevalidator } from "react-router"
import { readBegins } from "../../http/keep-page-offline.ts"
import type { LivePage } from "../../http/live.ts"
import { counted } from "../../../isomorphic/text/counted.ts"
import { Button } from "../../ui/button.tsx"
import { trackUnsentChanges } from "./unsent-changes.ts"
import { isBusy } from "./is-busy.ts"
import { type News, trackNews } from "./news.ts"
import { watchLive } from "./watch-live.ts"

const POLL_MS = 500
/**
 * Anyone who has not moved a hand for a working day is not there: the page waits for one, and reads nothing. Each reading
 * would prolong the session of anyone who has left it open.
 */
const UNATTENDED_MS = 8 * 3_600_000

type LiveProps = {
  live: LivePage
  /** What is new comes between what is there, and moves it. */
  moves?: boolean
  /** The page says something that is gone once it was read again: why a form was refused. */
  holds?: boolean
}

/**
 * Keeps an open page current: it is read again as soon as something of it has changed elsewhere. While somebody is in the
 * middle of something it is not, and a button says how much waits. A reading that fails leaves the page as it is, and is
 * tried again. Without a script, and without a stream, the page is what it was when it was asked for.
 */
export function Live({ live: { topics, who, since }, moves = false, holds = false }: LiveProps) {
  const { revalidate, state: reading } = useRevalidator()
  const { state: going } = useNavigation()
  const isSending = useFetchers().some(({ state }) => state !== "idle")
  // The one that the router asks for: the wizard writes what is ticked into the window's behind its back.
  const { pathname, search } = useLocation()
  const [shown, setShown] = useState<{ waiting: string | null; hasFailed: boolean }>({
    waiting: null,
    hasFailed: false,
  })
  const [said, setSaid] = useState("")
  const [news] = useState(trackNews)
  const [unsent] = useState(trackUnsentChanges)
  const own = useRef<{ request: Request | null; hasFailed: boolean }>(null)
  /** Somebody has pressed the button. */
  const isWanted = useRef(false)
  const lastAct = useRef(0)
  const asked = topics.join(",")
  const known = useEffectEvent(() => since)

  const tell = (failed?: boolean) => {
    const waiting = moves ? waitingLabel(news) : null
    setShown((last) => {
      const hasFailed = waiting !== null && (failed ?? last.hasFailed)
      return waiting === last.waiting && hasFailed === last.hasFailed ? last : { waiting, hasFailed }
    })
  }
  const read = async () => {
    const [mine, counted, wasWanted] = [{ request: null, hasFailed: false }, news.count(), isWanted.current]
    own.current = mine
    news.begin()
    await revalidate()
    own.current = null
    if (mine.hasFailed) {
      news.failed(performance.now())
      return tell(wasWanted)
    }
    news.done(performance.now())
    isWanted.current = false
    tell(false)
    if (moves && (counted > 0 || wasWanted)) setSaid((last) => (last === updated ? `${updated}\u00A0` : updated))
  }
  const look = useEffectEvent(() => {
    const due = news.dueAt()
    const now = performance.now()
    const isOnItsWay = own.current !== null || going !== "idle" || reading !== "idle" || isSending
    if (due === null || now < due || isOnItsWay) return
    const isUnattended = now - lastAct.current > UNATTENDED_MS
    const isInTheWay = !isWanted.current && (holds || isBusy({ moves, lastAct: lastAct.current, unsent }))
    if (isUnattended || isInTheWay) tell()
    else void read()
  })
  /** What is asked for now is our own reading, if it is one: nobody waits for it. */
  const claim = useEffectEvent((event: WindowEventMap[typeof readBegins]) => {
    const mine = own.current
    if (!mine || mine.request || going !== "idle") return
    const asksFor = new URL(event.detail.request.url)
    if (asksFor.pathname + asksFor.search !== pathname + search) return
    mine.request = event.detail.request
    event.detail.whenFailed = () => {
      mine.hasFailed = true
    }
  })

  // Whoever asked for it, what is part of the page now does not wait any more: one's own act, say.
  const takeIn = useEffectEvent(() => {
    news.seen(since)
    tell()
  })
  useEffect(() => takeIn(), [since])
  const checkAgain = useEffectEvent(() => tell())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookWhenDue = () => {
      const due = news.dueAt()
      clearTimeout(timer)
      if (due !== null) timer = setTimeout(look, due - performance.now() + 1)
    }
    const watch = watchLive({
      topics: asked.split(","),
      since: known(),
      open: (address, signal) => fetch(address, { signal, priority: "low", headers: { accept: "text/event-stream" } }),
      isVisible: () => document.visibilityState === "visible",
      onChanged(change) {
        news.add(change, performance.now())
        lookWhenDue()
      },
      onEnded() {
        news.forget()
        checkAgain()
      },
    })
    // The page itself comes first.
    const whenIdle = window.requestIdleCallback ?? ((begin: () => void) => window.setTimeout(begin, 200))
    const cancelIdle = window.cancelIdleCallback ?? window.clearTimeout
    const beginning = whenIdle(watch.look)
    const ticking = setInterval(look, POLL_MS)
    const acted = () => {
      lastAct.current = performance.now()
    }
    const ends = ["submit", "reset"] as const
    const acts = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const
    for (const each of acts) document.addEventListener(each, acted, { passive: true, capture: true })
    const noted = ({ target }: Event) => unsent.note(target)
    const settled = ({ target }: Event) => unsent.forget(target)
    document.addEventListener("input", noted, { passive: true, capture: true })
    for (const each of ends) document.addEventListener(each, settled, { passive: true, capture: true })
    const seen = () => {
      if (document.visibilityState === "visible") acted()
      watch.look()
    }
    document.addEventListener("visibilitychange", seen)
    const begins = (event: WindowEventMap[typeof readBegins]) => claim(event)
    window.addEventListener(readBegins, begins)
    acted()
    return () => {
      cancelIdle(beginning)
      clearInterval(ticking)
      clearTimeout(timer)
      for (const each of acts) document.removeEventListener(each, acted, { capture: true })
      document.removeEventListener("input", noted, { capture: true })
      for (const each of ends) document.removeEventListener(each, settled, { capture: true })
      document.removeEventListener("visibilitychange", seen)
      window.removeEventListener(readBegins, begins)
      watch.stop()
    }
  }, [asked, who, news, unsent])

  if (!moves) return null
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <div className="live-news" role="status">
        {shown.waiting !== null && (
          <>
            <span>
              {shown.waiting}
              {shown.hasFailed && `. ${unread}`}
            </span>
            <Button
              variant="secondary"
              size="small"
              type="button"
              onClick={() => {
                isWanted.current = true
                look()
              }}
            >
              Afficher
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** What the bar says of what waits; null while it has nothing to say. */
function waitingLabel(news: News): string | null {
  if (news.count() > 0) return counted(news.count(), "changement", "changements", "")
  return news.hasWaitedLong(performance.now()) ? changed : null
}

const changed = "La page a changé"
const updated = "La page vient d’être mise à jour."
const unread = "Le site ne répond pas\u00A0: nouvel essai dans un instant."
