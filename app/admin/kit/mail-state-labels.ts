import type { MailState } from "../../../domain/content/mail-state.ts"
import { instantLong } from "../../../domain/day-labels.ts"

type MailProgress = {
  state: MailState
  tries: number
  startAfter: Date | null
  settledAt: Date | null
  sentAgainAs: string | null
}

/** A fact, never a promise: "Parti le samedi 12 juin 2027 à 18:30". */
export function mailStateLabel({ state, tries, startAfter, settledAt, sentAgainAs }: MailProgress): string {
  const when = settledAt ? ` le ${instantLong(settledAt)}` : ""
  const again = sentAgainAs === null ? "" : ", puis renvoyé"
  switch (state) {
    case "waiting":
      if (tries > 0) return `En attente, après ${tries === 1 ? "un essai" : `${tries} essais`}`
      return startAfter ? `En attente, pas avant le ${instantLong(startAfter)}` : "En attente"
    case "sent":
      return `Parti${when}`
    case "kept":
      return `Gardé sur le serveur${when}\u00a0: aucun serveur de messagerie n’est réglé`
    case "refused":
      return `Refusé${when}${again}`
    case "failed":
      return `Abandonné${when}, après ${tries === 1 ? "un essai" : `${tries} essais`}${again}`
    case "withdrawn":
      return `Retiré avant de partir${when}`
  }
}
