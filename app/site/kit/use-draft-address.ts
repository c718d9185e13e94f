import { useEffect, useRef, useState } from "react"
import { useFetcher } from "react-router"
import type { BookingAddress, StoredAddress } from "../../../domain/booking/booking.ts"
import { viewedAccountFields } from "../../http/viewed-account.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { DeliveryInSummary } from "./price-summary.tsx"

const DEBOUNCE_MS = 500

type QuoteAnswer = { delivery: DeliveryInSummary; typedAt?: number }
type SaveAnswer = { savedAt?: string } & Partial<Pick<Refusal, "errors" | "values">>

type AddressState = {
  account: { id: string } | null
  address: BookingAddress
  saved: StoredAddress | null
  savedMatchesSearch: boolean
  delivery: DeliveryInSummary
}

/** `clock` is the server's: it tells the latest change from late requests. */
export function useDraftAddress(view: AddressState, refusal: Refusal | null, clock: () => number) {
  const quoteFetcher = useFetcher<QuoteAnswer>()
  const saveFetcher = useFetcher<SaveAnswer>()
  const [typedAddress, setTypedAddress] = useState<BookingAddress>(() => startingAddress(view, refusal))
  const [usesSaved, setUsesSaved] = useState(refusal === null && isSavedAddress(view))
  const [typedAt, setTypedAt] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saved = view.saved?.address
  const address = usesSaved && saved ? saved : typedAddress
  const accountFields = viewedAccountFields(view.account)

  useEffect(() => () => clearTimeout(timer.current), [])

  const scheduleStore = (next: BookingAddress, pause: number) => {
    const now = clock()
    setTypedAt(now)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void quoteFetcher.submit({ ...accountFields, intent: "quote", ...next, typedAt: now }, { method: "post" }),
      pause,
    )
  }

  return {
    address,
    usesSaved,
    onUseSaved(use: boolean) {
      setUsesSaved(use)
      if (use && saved) scheduleStore(saved, 0)
      else if (saved && isEmpty(typedAddress)) setTypedAddress(saved)
      else scheduleStore(typedAddress, 0)
    },
    onAddress(next: BookingAddress) {
      setTypedAddress(next)
      scheduleStore(next, DEBOUNCE_MS)
    },
    typedAt,
    /** Cancels the pending save, because the step's own submission sends the latest address. */
    onLeave: () => clearTimeout(timer.current),
    onSave: () =>
      void saveFetcher.submit(
        { ...accountFields, intent: "save-address", ...address, typedAt: clock() },
        { method: "post" },
      ),
    saving: saveFetcher.state !== "idle",
    savedAt: saveFetcher.data?.savedAt ?? null,
    saveErrors: currentErrors(saveFetcher.data, address),
    saveProblem: saveFetcher.state === "idle" ? saveProblemText(saveFetcher.data) : null,
    delivery:
      typedAt === null
        ? view.delivery
        : deliveryFor(address, quoteFetcher.data ? quoteFetcher.data.delivery : view.delivery),
  }
}

/** A quote for another postcode does not apply. */
function deliveryFor({ zipCode }: BookingAddress, delivery: DeliveryInSummary): DeliveryInSummary {
  return delivery?.place === zipCode.trim() ? delivery : null
}

function currentErrors(answer: SaveAnswer | undefined, address: BookingAddress): Record<string, string> {
  const current: Record<string, string> = address
  const isUnchanged = ([field]: [string, string]) =>
    (answer?.values?.[field] ?? "").trim() === (current[field] ?? "").trim()
  return Object.fromEntries(Object.entries(answer?.errors ?? {}).filter(isUnchanged))
}

function saveProblemText(answer: SaveAnswer | undefined): string | null {
  if (!answer || answer.savedAt !== undefined) return null
  const { form, ...fieldErrors } = answer.errors ?? {}
  if (form !== undefined) return form
  return Object.keys(fieldErrors).length === 0 ? "Votre session est terminée. Continuez pour vous reconnecter." : null
}

function startingAddress(view: AddressState, refusal: Refusal | null): BookingAddress {
  const { placeName = "", street, zipCode, city, instructions } = { ...view.address, ...refusal?.values }
  return { placeName, street, zipCode, city, instructions }
}

function isSavedAddress({ address, saved, savedMatchesSearch }: AddressState): boolean {
  if (!saved || !savedMatchesSearch) return false
  return isEmpty(address) || keys.every((key) => (address[key] ?? "") === (saved.address[key] ?? ""))
}

const keys = ["placeName", "street", "zipCode", "city", "instructions"] as const satisfies (keyof BookingAddress)[]

function isEmpty({ street, zipCode, city }: BookingAddress): boolean {
  return street === "" && zipCode === "" && city === ""
}
