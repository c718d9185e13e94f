import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useNavigation, useSubmit } from "react-router"
import type { StopId } from "../../../../domain/booking/route.ts"
import { type StopStep, type StopTimes, isStepReached } from "../../../../domain/booking/stop-times.ts"
import type { Day } from "../../../../domain/day.ts"
import { networkLost, networkRestored } from "../../../http/keep-page-offline.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { forgetDraft, readDraft, writeDraft } from "../../../kit/drafts/store.ts"
import { daySheetHref } from "../../kit/booking/bookings-url.ts"

export type StopPress = { id: StopId; step: StopStep; pressedAt: string; arrives: string }

type DayOfStops = {
  owner: string
  day: Day
  stops: readonly { id: StopId; times: StopTimes }[]
  refusal: Refusal | null
}

/** The next step's button comes up under the thumb at once. */
const DOUBLE_PRESS_MS = 1_000

/** Presses are kept on the device until the server shows their step, and sent one by one when the network is back. */
export function useStopPresses({ owner, day, stops, refusal }: DayOfStops) {
  const [presses, setPresses] = useState<readonly StopPress[]>([])
  const [isOffline, setOffline] = useState(false)
  const { state } = useNavigation()
  const submit = useSubmit()
  const seenRefusal = useRef(refusal)
  const lastPress = useRef(-Infinity)
  const name = `stops:${day}`

  const keep = (kept: readonly StopPress[]) => {
    setPresses(kept)
    if (kept.length === 0) forgetDraft(owner, name)
    else
      writeDraft(owner, name, {
        path: daySheetHref(day),
        fields: { presses: kept.map((press) => JSON.stringify(press)) },
        rows: {},
        version: {},
      })
  }
  const sendNext = useEffectEvent(() => {
    const refused = refusal !== seenRefusal.current ? refusal?.values["id"] : undefined
    seenRefusal.current = refusal
    const waiting = presses.filter(({ id, step }) => {
      const stop = stops.find((each) => each.id === id)
      return stop !== undefined && id !== refused && !isStepReached(stop.times, step)
    })
    if (waiting.length < presses.length) return keep(waiting)
    const [next] = waiting
    if (!next || isOffline || state !== "idle") return
    void submit(
      { intent: "marquer", id: next.id, etape: next.step, presse: next.pressedAt, arrivee: next.arrives },
      { method: "post", action: daySheetHref(day), preventScrollReset: true, replace: true },
    )
  })
  const restore = useEffectEvent(() => {
    const stored = readDraft(owner, name)?.fields["presses"] ?? []
    setPresses(stored.map((press) => JSON.parse(press) as StopPress))
  })

  const waitForNetwork = useEffectEvent(({ detail }: WindowEventMap[typeof networkLost]) => {
    if (detail.request.method !== "POST" || presses.length === 0) return
    detail.isResent = true
    setOffline(true)
  })

  useEffect(() => restore(), [owner, name])
  useEffect(() => sendNext(), [presses, isOffline, state, stops, refusal])
  useEffect(() => {
    const onLost = (event: WindowEventMap[typeof networkLost]) => waitForNetwork(event)
    const onRestored = () => setOffline(false)
    window.addEventListener(networkLost, onLost)
    window.addEventListener("online", onRestored)
    window.addEventListener(networkRestored, onRestored)
    return () => {
      window.removeEventListener(networkLost, onLost)
      window.removeEventListener("online", onRestored)
      window.removeEventListener(networkRestored, onRestored)
    }
  }, [])
  return {
    presses,
    press: (made: StopPress) => {
      const elapsed = Date.parse(made.pressedAt) - lastPress.current
      if (elapsed >= 0 && elapsed < DOUBLE_PRESS_MS) return
      lastPress.current = Date.parse(made.pressedAt)
      keep([...presses, made])
    },
  }
}
