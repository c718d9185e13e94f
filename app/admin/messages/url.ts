import { href } from "react-router"
import { type ListShape, type ListUrl, listHref } from "../kit/list-url.ts"

export type MessagePart = "new" | "answered" | "archived"
type Sort = "date" | "nom"
export type MessagesUrl = ListUrl<Sort>

/** `?etat=answered&q=…&tri=nom&page=2&message=…` */
export const messagesList: ListShape<Sort> = {
  path: href("/admin/messages"),
  sorts: ["date", "nom"],
  defaultOrder: "-date",
  filters: { etat: ["answered", "archived"], message: null },
}

export function messagePart({ filters: { etat } }: MessagesUrl): MessagePart {
  return etat === "answered" || etat === "archived" ? etat : "new"
}

export function messagesHref(
  url: MessagesUrl,
  { part = messagePart(url), message, page = 1 }: { part?: MessagePart; message: string | null; page?: number },
): string {
  return listHref(messagesList, url, { filters: { etat: part === "new" ? "" : part, message: message ?? "" }, page })
}
