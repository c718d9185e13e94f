import { href } from "react-router"
import { type ListShape, type ListUrl, listHref } from "../kit/list-url.ts"

export type MessagePart = "new" | "answered" | "archived"
type Sort = "date" | "nom"
export type MessagesUrl = ListUrl<Sort>

/** `?etat=answered&q=…&tri=nom&page=2&message=…`: the new ones, the latest first, when the address says nothing. */
export const messagesList: ListShape<Sort> = {
  path: href("/admin/messages"),
  sorts: ["date", "nom"],
  usual: "-date",
  filters: { etat: ["answered", "archived"], message: null },
}

export function messagePart({ filters: { etat } }: MessagesUrl): MessagePart {
  return etat === "answered" || etat === "archived" ? etat : "new"
}

/** The inbox with another part or page of it, or another message open. */
export function messagesHref(
  url: MessagesUrl,
  { part = messagePart(url), message, page = 1 }: { part?: MessagePart; message: string | null; page?: number },
): string {
  return listHref(messagesList, url, { filters: { etat: part === "new" ? "" : part, message: message ?? "" }, page })
}
