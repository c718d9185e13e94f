import type { AddressSuggestion } from "../../server/platform/geocoding/geocoder.ts"
import { useEffect, useRef, useState } from "react"
import { href } from "react-router"

const DEBOUNCE_MS = 200

/** A datalist keeps the browser's own list, keyboard and screen reader support. */
export function useAddressCompletion() {
  const [suggestions, setSuggestions] = useState<AddressSuggestion[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(undefined)

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      request.current?.abort()
    },
    [],
  )

  const requestSuggestions = (query: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      request.current?.abort()
      request.current = new AbortController()
      try {
        const answer = await fetch(`${href("/api/addresses")}?q=${encodeURIComponent(query.trim())}`, {
          signal: request.current.signal,
        })
        if (answer.ok) setSuggestions(((await answer.json()) as { suggestions: AddressSuggestion[] }).suggestions)
      } catch {
        // Completion is optional: the address can be typed without it.
      }
    }, DEBOUNCE_MS)
  }

  return {
    suggestions,
    requestSuggestions,
    findSuggestion: (value: string) => suggestions.find(({ label }) => label === value),
  }
}
