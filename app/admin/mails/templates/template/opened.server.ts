import { z } from "zod"
import type { Sentences } from "../../../../../domain/correspondence/sentences.ts"
import type { OpenedSentences } from "../../../../../server/mail/edit-sentences.ts"
import { choicesIn } from "../../../kit/edit-refusal.ts"
import { MAX_WHOLE, readWhole } from "../../../../../domain/whole-number.ts"

const text = z.string()
const Opened = z.object({
  version: z.number().int().min(0).max(MAX_WHOLE),
  sentences: z.object({ subject: text, greeting: text, intro: text, closing: text }),
})

/** The hidden field that the form carries along: the version that it was opened on, and what that one said. */
export function openedField(version: number, { subject, greeting, intro, closing }: Sentences): string {
  return JSON.stringify({ version, sentences: { subject, greeting, intro, closing } })
}

/** What a posted form was opened on. One that does not say leaves every difference to be chosen for. */
export function openedIn(fields: URLSearchParams): OpenedSentences {
  const opened = readOpened(fields.get("vu") ?? "")
  return {
    seen: opened?.version ?? -1,
    base: opened?.sentences ?? null,
    read: readWhole(fields.get("lu")),
    choices: choicesIn(fields),
  }
}

function readOpened(field: string): z.output<typeof Opened> | null {
  try {
    return Opened.parse(JSON.parse(field))
  } catch {
    return null
  }
}
