import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetchers, useLocation, useNavigation, useRevalidator } from "react-router"
import { readBegins } from "../../http/keep-page-offline.ts"
import type { LivePage } from "../../http/live.ts"
import { isBusy } from "./is-busy.ts"
import { trackUnsentChanges } from "./unsent-changes.ts"
import { watchLive } from "./watch-live.ts"

const POLL_MS = 500
/** By then every process has dropped what it had cached of the page; and many who look at one page do not all ask at once. */
const SETTLE_MS = 300
const SPREAD_MS = 400
/** From one reading to the next: in season strangers choose days all the time. */
const REST_MS = 3_000
/** After a reading that failed, in milliseconds. */
const retryDelays = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const
/** A page that nobody has touched for a working day reads nothing: each reading would prolong its session. */
const UNATTENDED_MS = 8 * 3_600_000
/** A screen reader is told of new content no more often. */
const ANNOUNCE_MS = 60_000

type LiveProps = {
  live: LivePage
  /** What is new comes between what is there, and moves it. */
  moves?: boolean
  /** The page says something that is gone once it was read again: why a form was refused. */
  holds?: boolean
}

/**
 * Reads an open page again when something of it has changed elsewhere, once nobody is in the middle of something. A
 * reading that fails leaves the page as it is, and is tried again.
 */
export function Live({ live: { topics, who, since }, moves = false, holds = false }: LiveProps) {
  const { revalidate, state: reading } = useRevalidator()
  const { state: going } = useNavigation()
  const isSending = useFetchers().some(({ state }) => state !== "idle")
  // Not the window's address: the wizard writes what is ticked into that one, behind the router's back.
  const { pathname, search } = useLocation()
  const [announced, setAnnounced] = useState({ text: "", at: -Infinity })
  const [unsent] = useState(trackUnsentChanges)
  /** The last change that the page does not show yet, and when to read it by `performance.now`. */
  const pending = useRef<{ changedAt: number; dueAt: number } | null>(null)
  const own = useRef<{ request: Request | null; hasFailed: boolean }>(null)
  const failures = useRef(0)
  const restsUntil = useRef(0)
  const lastAct = useRef(0)
  const listened = topics.join(",")

  const wait = (changedAt: number, dueAt: number) => {
    pending.current = { changedAt: Math.max(changedAt, pending.current?.changedAt ?? 0), dueAt }
  }
  const read = async () => {
    const mine = { request: null, hasFailed: false }
    const change = pending.current
    own.current = mine
    pending.current = null
    await revalidate()
    own.current = null
    const now = performance.now()
    if (mine.hasFailed) {
      const delay = retryDelays[Math.min(failures.current++, retryDelays.length - 1)] ?? 0
      return wait(change?.changedAt ?? 0, now + delay * (0.8 + 0.4 * Math.random()))
    }
    failures.current = 0
    restsUntil.current = now + REST_MS
    if (moves && now - announced.at > ANNOUNCE_MS)
      setAnnounced(({ text }) => ({ text: text === updated ? `${updated}\u00A0` : updated, at: now }))
  }
  const look = useEffectEvent(() => {
    const now = performance.now()
    if (!pending.current || now < Math.max(pending.current.dueAt, restsUntil.current)) return
    if (own.current || going !== "idle" || reading !== "idle" || isSending) return
    const isUnattended = now - lastAct.current > UNATTENDED_MS
    if (!isUnattended && !holds && !isBusy({ moves, lastAct: lastAct.current, unsent })) void read()
  })
  /** Marks the request of our own reading, whose failure nobody waits for. */
  const claim = useEffectEvent((event: WindowEventMap[typeof readBegins]) => {
    const mine = own.current
    if (!mine || mine.request || going !== "idle") return
    const { request } = event.detail
    const { pathname: path, search: query } = new URL(request.url)
    if (path + query !== pathname + search) return
    mine.request = request
    event.detail.whenFailed = () => {
      mine.hasFailed = true
    }
  })
  const shownSince = useEffectEvent(() => since)
  const noteChange = useEffectEvent((at: number) => {
    // The stream may be slower than the answer to one's own act.
    if (since !== null && at <= since) return
    wait(at, pending.current?.dueAt ?? performance.now() + SETTLE_MS + SPREAD_MS * Math.random())
  })
  useEffect(() => {
    if (pending.current && since !== null && pending.current.changedAt <= since) pending.current = null
  }, [since])

  useEffect(() => {
    const watch = watchLive({
      topics: listened.split(","),
      since: () => shownSince(),
      open: (address, signal) => fetch(address, { signal, priority: "low", headers: { accept: "text/event-stream" } }),
      isVisible: () => document.visibilityState === "visible",
      onChanged: (at) => noteChange(at),
      onEnded() {
        pending.current = null
      },
    })
    // The page itself comes first.
    const whenIdle = window.requestIdleCallback ?? ((begin: () => void) => window.setTimeout(begin, 200))
    const cancelIdle = window.cancelIdleCallback ?? window.clearTimeout
    const beginning = whenIdle(watch.look)
    const ticking = setInterval(() => look(), POLL_MS)
    const over = new AbortController()
    const acted = () => {
      lastAct.current = performance.now()
    }
    acted()
    const options = { passive: true, capture: true, signal: over.signal }
    for (const act of ["pointerdown", "pointermove", "keydown", "input", "wheel", "scroll"])
      document.addEventListener(act, acted, options)
    document.addEventListener("input", ({ target }) => unsent.note(target), options)
    for (const end of ["submit", "reset"])
      document.addEventListener(end, ({ target }) => unsent.forget(target), options)
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") acted()
        watch.look()
      },
      options,
    )
    window.addEventListener(readBegins, (event) => claim(event), options)
    return () => {
      cancelIdle(beginning)
      clearInterval(ticking)
      over.abort()
      watch.stop()
    }
  }, [listened, who, unsent])

  return moves ? (
    <p className="sr-only" role="status">
      {announced.text}
    </p>
  ) : null
}

const updated = "La page vient d’être mise à jour."
