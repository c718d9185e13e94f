import { href } from "react-router"

/** Which page of each list is open, from 1. */
type Lists = { bookings: number; documents: number }

const names = { bookings: "page", documents: "documents" } as const

export function readAccountUrl(params: URLSearchParams): Lists {
  return { bookings: pageIn(params, names.bookings), documents: pageIn(params, names.documents) }
}

/** Another page of one list; the other list stays where it is. */
export function accountHref(lists: Lists, change: Partial<Lists>): string {
  const { bookings, documents } = { ...lists, ...change }
  const params = new URLSearchParams()
  if (bookings > 1) params.set(names.bookings, String(bookings))
  if (documents > 1) params.set(names.documents, String(documents))
  const query = params.toString()
  return href("/account") + (query && `?${query}`)
}

function pageIn(params: URLSearchParams, name: string): number {
  const text = params.get(name) ?? ""
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
