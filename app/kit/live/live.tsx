import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetchers, useNavigation, useRevalidator } from "react-router"
import type { LivePage } from "../../http/live.ts"
import { counted } from "../../../isomorphic/text/counted.ts"
import { Button } from "../../ui/button.tsx"
import { isBusy } from "./hands.ts"
import { watchLive } from "./watch-live.ts"

/** By then every process knows what one of them has told, and what it kept of the page has gone (decision 45). */
const KNOWN_EVERYWHERE_MS = 300
/** Many look at one page: they do not all ask at the same instant. */
const SPREAD_MS = 400
const LOOK_AGAIN_MS = 500

type LiveProps = {
  live: LivePage
  /** What is new comes between what is there, and moves it. */
  moves?: boolean
}

/**
 * Keeps an open page current: it is read again as soon as something of it has changed elsewhere. While somebody is in the
 * middle of something it is not, and a button says how much waits. Without a script, and without a stream, the page is
 * what it was when it was asked for.
 */
export function Live({ live: { topics, who, since }, moves = false }: LiveProps) {
  const { revalidate, state: reading } = useRevalidator()
  const { state: going } = useNavigation()
  const isSending = useFetchers().some(({ state }) => state !== "idle")
  const [waiting, setWaiting] = useState(0)
  const [said, setSaid] = useState("")
  const pending = useRef(0)
  const lastAct = useRef(0)
  const asked = topics.join(",")
  const known = useEffectEvent(() => since)

  const show = () => {
    pending.current = 0
    setWaiting(0)
    if (moves) setSaid((last) => (last === updated ? `${updated}\u00A0` : updated))
    void revalidate()
  }
  const look = useEffectEvent(() => {
    if (pending.current === 0) return
    const mayNot = going !== "idle" || reading !== "idle" || isSending
    if (!mayNot && !isBusy({ moves, lastAct: lastAct.current })) show()
    else if (moves) setWaiting(pending.current)
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = watchLive({
      topics: asked.split(","),
      since: known(),
      open: (address, signal) => fetch(address, { signal, priority: "low", headers: { accept: "text/event-stream" } }),
      isVisible: () => document.visibilityState === "visible",
      onChanged(count) {
        pending.current += count
        timer ??= setTimeout(
          () => {
            timer = undefined
            look()
          },
          KNOWN_EVERYWHERE_MS + Math.random() * SPREAD_MS,
        )
      },
    })
    // The page itself comes first.
    const whenIdle = window.requestIdleCallback ?? ((begin: () => void) => window.setTimeout(begin, 200))
    const cancelIdle = window.cancelIdleCallback ?? window.clearTimeout
    const beginning = whenIdle(watch.look)
    const ticking = setInterval(() => timer === undefined && look(), LOOK_AGAIN_MS)
    const acted = () => {
      lastAct.current = performance.now()
    }
    const acts = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const
    for (const each of acts) document.addEventListener(each, acted, { passive: true, capture: true })
    document.addEventListener("visibilitychange", watch.look)
    return () => {
      cancelIdle(beginning)
      clearInterval(ticking)
      clearTimeout(timer)
      for (const each of acts) document.removeEventListener(each, acted, { capture: true })
      document.removeEventListener("visibilitychange", watch.look)
      watch.stop()
    }
  }, [asked, who])

  if (!moves) return null
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <div className="live-news" role="status">
        {waiting > 0 && (
          <>
            {counted(waiting, "changement", "changements", "")}
            <Button variant="secondary" size="small" type="button" onClick={show}>
              Afficher
            </Button>
          </>
        )}
      </div>
    </>
  )
}

const updated = "La page vient d’être mise à jour."
