import { useEffect, useRef, useState } from "react"
import { useFetcher } from "react-router"
import type { BookingAddress, KnownAddress } from "../../../domain/booking/booking.ts"
import { shownAccount } from "../../http/shown-account.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { DeliveryInSummary } from "./price-summary.tsx"

/** Section 9 of the specification: the distance is computed again 500 ms after the address last changed. */
const DEBOUNCE_MS = 500

/** `typedAt` is there when the address was stored: when what is stored was typed. */
type QuoteAnswer = { delivery: DeliveryInSummary; typedAt?: number }
/** When it was kept, or why it was not, with what was refused. */
type SaveAnswer = { savedAt?: string } & Partial<Pick<Refusal, "errors" | "values">>

/** Whose it is, what was typed before and is kept with the account, and what a delivery costs as far as that is known. */
export type AddressKnown = {
  account: { id: string } | null
  address: BookingAddress
  saved: KnownAddress | null
  /** It is what the step begins with. */
  savedFits: boolean
  delivery: DeliveryInSummary
}

/**
 * The address as it is typed: kept on the server and priced there, half a second after the last change. `clock`: the
 * server's, by which the latest is told from what came late.
 */
export function useDraftAddress(view: AddressKnown, refusal: Refusal | null, clock: () => number) {
  const keeper = useFetcher<QuoteAnswer>()
  const saver = useFetcher<SaveAnswer>()
  const [typed, setTyped] = useState<BookingAddress>(() => startingAddress(view, refusal))
  const [useSaved, setUseSaved] = useState(refusal === null && isSavedAddress(view))
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saved = view.saved?.address
  const address = useSaved && saved ? saved : typed
  const whose = shownAccount(view.account)

  useEffect(() => () => clearTimeout(timer.current), [])

  const keep = (next: BookingAddress, pause: number) => {
    const now = clock()
    setTypedAt(now)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void keeper.submit({ ...whose, intent: "quote", ...next, typedAt: now }, { method: "post" }),
      pause,
    )
  }

  return {
    address,
    useSaved,
    onUseSaved(use: boolean) {
      setUseSaved(use)
      if (use && saved) keep(saved, 0)
      else if (saved && isEmpty(typed)) setTyped(saved)
      else keep(typed, 0)
    },
    onAddress(next: BookingAddress) {
      setTyped(next)
      keep(next, DEBOUNCE_MS)
    },
    typedAt,
    /** The step is left: what it sends is the latest. */
    onLeave: () => clearTimeout(timer.current),
    onSave: () =>
      void saver.submit({ ...whose, intent: "save-address", ...address, typedAt: clock() }, { method: "post" }),
    saving: saver.state !== "idle",
    savedAt: saver.data?.savedAt ?? null,
    saveErrors: errorsOf(saver.data, address),
    /** Why nothing was kept at all. */
    saveProblem: saver.state === "idle" ? problemOf(saver.data) : null,
    delivery: typedAt === null ? view.delivery : priceFor(address, keeper.data ? keeper.data.delivery : view.delivery),
  }
}

/** A delivery priced for another postcode is not this address's. */
function priceFor({ zipCode }: BookingAddress, delivery: DeliveryInSummary): DeliveryInSummary {
  return delivery?.place === zipCode.trim() ? delivery : null
}

/** Why the address was not kept, beside each field that still says what was refused. */
function errorsOf(answer: SaveAnswer | undefined, address: BookingAddress): Record<string, string> {
  const now: Record<string, string> = address
  const still = ([field]: [string, string]) => (answer?.values?.[field] ?? "").trim() === (now[field] ?? "").trim()
  return Object.fromEntries(Object.entries(answer?.errors ?? {}).filter(still))
}

/** A form that comes without a session says nothing of its fields: the step asks to sign in again once it is left. */
function problemOf(answer: SaveAnswer | undefined): string | null {
  if (!answer || answer.savedAt !== undefined) return null
  const { form, ...ofFields } = answer.errors ?? {}
  if (form !== undefined) return form
  return Object.keys(ofFields).length === 0 ? "Votre session est terminée. Continuez pour vous reconnecter." : null
}

function startingAddress(view: AddressKnown, refusal: Refusal | null): BookingAddress {
  const { street, zipCode, city, instructions } = { ...view.address, ...refusal?.values }
  return { street, zipCode, city, instructions }
}

/** Nothing was typed, or the known address was taken as it is. */
function isSavedAddress({ address, saved, savedFits }: AddressKnown): boolean {
  if (!saved || !savedFits) return false
  return isEmpty(address) || keys.every((key) => address[key] === saved.address[key])
}

const keys = ["street", "zipCode", "city", "instructions"] as const satisfies (keyof BookingAddress)[]

function isEmpty({ street, zipCode, city }: BookingAddress): boolean {
  return street === "" && zipCode === "" && city === ""
}
