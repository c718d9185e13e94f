import { log } from "../../../../server/log.ts"
import type { Flash } from "../flash.ts"
import { redirectWith } from "../flash.server.ts"

export const productGone: Flash = { kind: "error", title: "Ce produit n’existe plus", text: "Rien n’a été changé." }
export const listChanged: Flash = {
  kind: "error",
  title: "La liste a changé entre-temps",
  text: "Rien n’a été déplacé\u00a0: voici l’ordre actuel.",
}

type ActName = "activer" | "desactiver" | "dupliquer" | "supprimer" | "desarchiver" | "ordonner"

/** What the log says (specification, section 8), and what the person reads (D20). */
const failures: Record<ActName, { log: string; title: string }> = {
  activer: { log: "Error updating product status", title: "Le produit n’a pas pu être activé" },
  desactiver: { log: "Error updating product status", title: "Le produit n’a pas pu être désactivé" },
  dupliquer: { log: "Error saving product", title: "Le produit n’a pas pu être dupliqué" },
  supprimer: { log: "Error deleting product", title: "Le produit n’a pas pu être supprimé" },
  desarchiver: { log: "Error updating product status", title: "Le produit n’a pas pu être désarchivé" },
  ordonner: { log: "Error saving product", title: "L’ordre n’a pas pu être enregistré" },
}

/** Does it, or logs what nobody expected and tells it on the page. */
export async function tryAct(name: ActName, here: string, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    log.error(failures[name].log, { error })
    return redirectWith(
      { kind: "error", title: failures[name].title, text: "Rien n’a été changé. Réessayez dans un instant." },
      here,
    )
  }
}
