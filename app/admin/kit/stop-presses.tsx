import { type ReactNode, createContext, useContext, useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetcher } from "react-router"
import { type StopId, isStopId } from "../../../domain/booking/route.ts"
import { type StopStep, stopSteps } from "../../../domain/booking/stop-times.ts"
import { type Day, isDay } from "../../../domain/day.ts"
import { photosOnDeviceDays } from "../../../domain/retention/on-device.ts"
import { networkLost } from "../../http/keep-page-offline.ts"
import type { Refusal } from "../../http/refusal.ts"
import { useToast } from "../../ui/toast.tsx"
import { useMayChange } from "./back-office-role.tsx"
import { daySheetHref } from "./booking/bookings-url.ts"

export type StopPress = {
  id: StopId
  day: Day
  step: StopStep
  label: string
  pressedAt: string
  arrives: string
}

type StopPresses = {
  presses: readonly StopPress[]
  /** The last try found no network, or no server. */
  isWaiting: boolean
  refusal: Refusal | null
  press: (press: Omit<StopPress, "pressedAt">) => void
}

export type PressNoted = { kind: "success"; title: string; text?: string }

const PressesContext = createContext<StopPresses>({ presses: [], isWaiting: false, refusal: null, press: () => {} })

export function useStopPresses(): StopPresses {
  return useContext(PressesContext)
}

/** The next step's button comes up under the thumb at once. */
const DOUBLE_PRESS_MS = 1_000
const RETRY_MS = 15_000

/** Keeps presses on the device and sends them one by one, from every page, until the server answers (D58). */
export function StopPressesProvider({ owner, children }: { owner: string; children: ReactNode }) {
  const [presses, setPresses] = useState<readonly StopPress[]>([])
  const [failures, setFailures] = useState(0)
  const [sentCount, setSentCount] = useState(0)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // null, as without network, when the server could not note it.
  const fetcher = useFetcher<PressNoted | Refusal | null>()
  const toast = useToast()
  const mayPress = useMayChange(daySheetHref("2000-01-01"))
  const sending = useRef<StopPress>(null)
  const lastAnswer = useRef(fetcher.data)
  const lastPress = useRef(-Infinity)

  const replacePresses = (next: readonly StopPress[]) => {
    setPresses(next)
    storePresses(owner, next)
  }
  const press = (pressed: Omit<StopPress, "pressedAt">) => {
    const now = new Date()
    const elapsed = now.getTime() - lastPress.current
    if (elapsed >= 0 && elapsed < DOUBLE_PRESS_MS) return
    lastPress.current = now.getTime()
    setRefusal(null)
    replacePresses([...presses, { ...pressed, pressedAt: now.toISOString() }])
  }
  const sendNext = useEffectEvent(async () => {
    const [next] = presses
    if (!next || sending.current || !mayPress) return
    sending.current = next
    await fetcher.submit(
      { intent: "marquer", id: next.id, etape: next.step, presse: next.pressedAt, arrivee: next.arrives },
      { method: "post", action: daySheetHref(next.day) },
    )
    setSentCount((count) => count + 1)
  })
  const readAnswer = useEffectEvent(() => {
    const [sent, answer] = [sending.current, fetcher.data]
    sending.current = null
    if (!sent) return
    // A redirect to the sign-in leaves the answer of before.
    if (!answer || answer === lastAnswer.current) return setFailures((count) => count + 1)
    lastAnswer.current = answer
    setFailures(0)
    replacePresses(presses.filter((each) => each.id !== sent.id || each.step !== sent.step))
    if (!("errors" in answer)) return toast(answer)
    setRefusal(answer)
    const text = Object.values(answer.errors).join(" ")
    toast({ kind: "error", title: `«\u00a0${sent.label}\u00a0» n’est pas noté`, text })
  })
  const markResent = useEffectEvent(({ detail }: WindowEventMap[typeof networkLost]) => {
    const { method, url } = detail.request
    if (method === "POST" && sending.current && new URL(url).pathname === daySheetHref(sending.current.day))
      detail.isResent = true
  })

  useEffect(() => {
    const restore = () => {
      const stored = readPresses(owner)
      storePresses(owner, stored)
      setPresses(stored)
    }
    restore()
    window.addEventListener("storage", restore)
    return () => window.removeEventListener("storage", restore)
  }, [owner])
  useEffect(() => {
    if (failures === 0) void sendNext()
  }, [presses, failures])
  useEffect(() => readAnswer(), [sentCount])
  useEffect(() => {
    if (failures === 0) return
    const retry = () => void sendNext()
    const timer = setTimeout(retry, RETRY_MS)
    window.addEventListener("online", retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener("online", retry)
    }
  }, [failures])
  useEffect(() => {
    const onLost = (event: WindowEventMap[typeof networkLost]) => markResent(event)
    window.addEventListener(networkLost, onLost)
    return () => window.removeEventListener(networkLost, onLost)
  }, [])

  return <PressesContext value={{ presses, isWaiting: failures > 0, refusal, press }}>{children}</PressesContext>
}

const storageKey = (owner: string) => `guinguette.presses ${owner}`
const MAX_AGE_MS = photosOnDeviceDays * 86_400_000

/** Storage may be full or forbidden: then presses last as long as the page. */
function storePresses(owner: string, presses: readonly StopPress[]): void {
  try {
    if (presses.length === 0) localStorage.removeItem(storageKey(owner))
    else localStorage.setItem(storageKey(owner), JSON.stringify(presses))
  } catch {
    // See above.
  }
}

function readPresses(owner: string): StopPress[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(owner)) ?? "[]")
    return Array.isArray(stored) ? stored.filter(isPress) : []
  } catch {
    return []
  }
}

function isPress(value: Partial<Record<keyof StopPress, unknown>>): value is StopPress {
  const { id, day, step, label, pressedAt, arrives } = value
  return (
    [id, day, label, pressedAt, arrives].every((text) => typeof text === "string") &&
    isStopId(String(id)) &&
    isDay(String(day)) &&
    stopSteps.some((each) => each === step) &&
    Date.now() - Date.parse(String(pressedAt)) < MAX_AGE_MS
  )
}
