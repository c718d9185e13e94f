import { type ProfileId, readId } from "../../../domain/id.ts"
import { href } from "react-router"
import { type Day, isDay } from "../../../domain/day.ts"
import { type Matter, matters } from "../kit/journal/journal-labels.ts"

export const journalPath = href("/admin/journal")

/** `/admin/journal?q=…&personne=…&genre=produits&du=…&au=…&sujet=product:…&avant=1234` */
export type JournalUrl = {
  search: string
  person: ProfileId | null
  matter: Matter | null
  from: Day | null
  until: Day | null
  subject: { kind: string; id: string } | null
  before: number | null
  after: number | null
}

/** Ignores invalid parameters. */
export function readJournalUrl(values: URLSearchParams): JournalUrl {
  const text = (name: string) => values.get(name)?.trim() || null
  const day = (name: string) => {
    const value = text(name)
    return value !== null && isDay(value) ? value : null
  }
  const number = (name: string) => {
    const value = Number(text(name) ?? Number.NaN)
    return Number.isSafeInteger(value) && value > 0 ? value : null
  }
  const [person, matter] = [text("personne"), text("genre")]
  const [, kind = "", id = ""] = /^([a-z-]{1,40}):([\w-]{1,60})$/.exec(text("sujet") ?? "") ?? []
  return {
    search: (text("q") ?? "").slice(0, 200),
    person: readId(person),
    matter: matter !== null && isMatter(matter) ? matter : null,
    from: day("du"),
    until: day("au"),
    subject: kind === "" ? null : { kind, id },
    before: number("avant"),
    after: number("apres"),
  }
}

function isMatter(name: string): name is Matter {
  return Object.hasOwn(matters, name)
}

export function journalHref({ search, person, matter, from, until, subject, before, after }: JournalUrl): string {
  const values = new URLSearchParams()
  const add = (name: string, value: string | number | null) =>
    value !== null && value !== "" && values.set(name, String(value))
  add("q", search)
  add("personne", person)
  add("genre", matter)
  add("du", from)
  add("au", until)
  add("sujet", subject && `${subject.kind}:${subject.id}`)
  add("avant", before)
  add("apres", after)
  return values.size > 0 ? `${journalPath}?${values}` : journalPath
}

export function historyHref(subject: { kind: string; id: string }): string {
  return journalHref({
    search: "",
    person: null,
    matter: null,
    from: null,
    until: null,
    subject,
    before: null,
    after: null,
  })
}
