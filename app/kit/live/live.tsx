import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetchers, useLocation, useNavigation, useRevalidator } from "react-router"
import { dataRequested } from "../../http/keep-page-offline.ts"
import type { LivePage } from "../../http/live.ts"
import { isBusy } from "./is-busy.ts"
import { trackUnsentChanges } from "./unsent-changes.ts"
import { watchLive } from "./watch-live.ts"

const POLL_MS = 500
/** Every process must drop its cache first, and readers must not all come at once. */
const SETTLE_MS = 300
const SPREAD_MS = 400
const REST_MS = 3_000
const retryDelays = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const
/** Each reload prolongs the session, so an abandoned page must stop. */
const UNATTENDED_MS = 8 * 3_600_000
const ANNOUNCE_MS = 60_000

type LiveProps = {
  live: LivePage
  shiftsPage?: boolean
  /** Set after a refusal: a reload would remove its reason from the page. */
  isPaused?: boolean
}

export function Live({ live: { topics, ownerKey, since }, shiftsPage = false, isPaused = false }: LiveProps) {
  const { revalidate, state: revalidation } = useRevalidator()
  const { state: navigation } = useNavigation()
  const isSending = useFetchers().some(({ state }) => state !== "idle")
  // Use the router's location; the wizard edits window.location directly.
  const { pathname, search } = useLocation()
  const [announced, setAnnounced] = useState({ text: "", at: -Infinity })
  const [unsent] = useState(trackUnsentChanges)
  const pending = useRef<{ changedAt: number; dueAt: number } | null>(null)
  const ownRead = useRef<{ request: Request | null; hasFailed: boolean }>(null)
  const failures = useRef(0)
  const notBefore = useRef(0)
  const lastAct = useRef(0)
  const topicList = topics.join(",")

  const schedule = (changedAt: number, dueAt: number) => {
    pending.current = { changedAt: Math.max(changedAt, pending.current?.changedAt ?? 0), dueAt }
  }
  const reload = async () => {
    const mine = { request: null, hasFailed: false }
    const change = pending.current
    ownRead.current = mine
    pending.current = null
    await revalidate()
    ownRead.current = null
    const now = performance.now()
    if (mine.hasFailed) {
      const delay = retryDelays[Math.min(failures.current++, retryDelays.length - 1)] ?? 0
      return schedule(change?.changedAt ?? 0, now + delay * (0.8 + 0.4 * Math.random()))
    }
    failures.current = 0
    notBefore.current = now + REST_MS
    if (shiftsPage && now - announced.at > ANNOUNCE_MS)
      setAnnounced(({ text }) => ({ text: text === updatedText ? `${updatedText}\u00A0` : updatedText, at: now }))
  }
  const reloadIfIdle = useEffectEvent(() => {
    const now = performance.now()
    if (!pending.current || now < Math.max(pending.current.dueAt, notBefore.current)) return
    if (ownRead.current || navigation !== "idle" || revalidation !== "idle" || isSending) return
    const isUnattended = now - lastAct.current > UNATTENDED_MS
    if (!isUnattended && !isPaused && !isBusy({ shiftsPage, lastAct: lastAct.current, unsent })) void reload()
  })
  /** Marks our own request: its failure stays silent. */
  const claimOwnRequest = useEffectEvent((event: WindowEventMap[typeof dataRequested]) => {
    const mine = ownRead.current
    if (!mine || mine.request || navigation !== "idle") return
    const { request } = event.detail
    const { pathname: path, search: query } = new URL(request.url)
    if (path + query !== pathname + search) return
    mine.request = request
    event.detail.onFailure = () => {
      mine.hasFailed = true
    }
  })
  const currentSince = useEffectEvent(() => since)
  const noteChange = useEffectEvent((at: number) => {
    // The stream may report a change that the page has already read.
    if (since !== null && at <= since) return
    schedule(at, pending.current?.dueAt ?? performance.now() + SETTLE_MS + SPREAD_MS * Math.random())
  })
  useEffect(() => {
    if (pending.current && since !== null && pending.current.changedAt <= since) pending.current = null
  }, [since])

  useEffect(() => {
    const watch = watchLive({
      topics: topicList.split(","),
      since: () => currentSince(),
      open: (address, signal) => fetch(address, { signal, priority: "low", headers: { accept: "text/event-stream" } }),
      isVisible: () => document.visibilityState === "visible",
      onChanged: (at) => noteChange(at),
      onEnded() {
        pending.current = null
      },
    })
    // The page itself loads first.
    const whenIdle = window.requestIdleCallback ?? ((begin: () => void) => window.setTimeout(begin, 200))
    const cancelIdle = window.cancelIdleCallback ?? window.clearTimeout
    const beginning = whenIdle(watch.update)
    const ticking = setInterval(() => reloadIfIdle(), POLL_MS)
    const listeners = new AbortController()
    const noteActivity = () => {
      lastAct.current = performance.now()
    }
    noteActivity()
    const options = { passive: true, capture: true, signal: listeners.signal }
    for (const act of ["pointerdown", "pointermove", "keydown", "input", "wheel", "scroll"])
      document.addEventListener(act, noteActivity, options)
    document.addEventListener("input", ({ target }) => unsent.note(target), options)
    for (const end of ["submit", "reset"])
      document.addEventListener(end, ({ target }) => unsent.forget(target), options)
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") noteActivity()
        watch.update()
      },
      options,
    )
    window.addEventListener(dataRequested, (event) => claimOwnRequest(event), options)
    return () => {
      cancelIdle(beginning)
      clearInterval(ticking)
      listeners.abort()
      watch.stop()
    }
  }, [topicList, ownerKey, unsent])

  return shiftsPage ? (
    <p className="sr-only" role="status">
      {announced.text}
    </p>
  ) : null
}

const updatedText = "La page vient d’être mise à jour."
