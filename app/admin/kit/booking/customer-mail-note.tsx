import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import type { ReachedClient } from "./line.ts"

/** null when the client gets mail. */
export function reasonNotMailed(client: ReachedClient): string | null {
  if (isMailed(client)) return null
  return client.isExample
    ? "Ce client est un exemple, dont l’adresse n’est à personne"
    : "Ce client n’a pas d’adresse e-mail"
}

/** Mails wait until the answer can no longer be undone, so the text promises no delivery. */
export function CustomerMailNote({ client }: { client: ReachedClient }) {
  const notMailedReason = reasonNotMailed(client)
  return (
    <p className="small soft">
      {notMailedReason === null
        ? "Un e-mail au client est préparé\u00a0: vous avez une minute pour annuler."
        : `${notMailedReason}\u00a0: aucun e-mail ne lui est envoyé.`}
    </p>
  )
}
