import { data } from "react-router"
import { z } from "zod"
import type { Id } from "../../../../domain/id.ts"
import type { UndoableAction } from "../../../../domain/journal/acts.ts"
import type { Result } from "../../../../domain/result.ts"
import type { PictureText } from "../../../../server/platform/images/queries.ts"
import type { Direction } from "../../../../isomorphic/ordering.ts"
import type { OrderProblem } from "../../../../server/platform/revisions/list-order.ts"
import type { LoadedForm, Stale } from "../../../../server/platform/revisions/version.ts"
import { idField, list } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { parseLoadedForm, refuseStale } from "../edits.server.ts"
import { redirectWith, refuseWithFlash, undoable } from "../flash.server.ts"

const OnePicture = z.object({ photo: idField })
const PictureMove = z.object({ id: idField })
const Order = z.object({ ordre: list(z.array(idField).max(200)) })
const PictureDescription = OnePicture.extend({
  legende: z.string().trim().max(200, "La légende ne peut pas dépasser 200 caractères.").default(""),
  description: z.string().trim().max(300, "La description ne peut pas dépasser 300 caractères.").default(""),
})

type OrderedPictureOptions = {
  pagePath: string
  problems: Record<OrderProblem["kind"], { title: string; text: string }>
  removed: { title: string; act: UndoableAction }
  read(): Promise<readonly (PictureText & { id: Id })[]>
  describe(picture: Id, text: PictureText, loaded: LoadedForm): Promise<Result<null, OrderProblem | Stale>>
  move(picture: Id, direction: Direction): Promise<Result<null, OrderProblem>>
  order(pictures: readonly Id[]): Promise<Result<null, OrderProblem>>
  /** Returns the id of the event that can undo it. */
  remove(picture: Id): Promise<Result<number, OrderProblem>>
}

export function orderedPictureActs({ pagePath, problems, removed, ...pictures }: OrderedPictureOptions) {
  const refused = refuseWithFlash(pagePath)
  const order = { log: "Error updating image order", failed: "L’ordre des images n’a pas pu être enregistré", refused }
  const redirectWithProblem = ({ kind }: OrderProblem) => redirectWith({ kind: "error", ...problems[kind] }, pagePath)
  const redirectAfterOrdering = (outcome: Result<null, OrderProblem>) =>
    outcome.ok
      ? redirectWith({ kind: "success", title: "Ordre enregistré" }, pagePath)
      : redirectWithProblem(outcome.error)
  return {
    decrire: act(
      PictureDescription,
      async (sent, form) => {
        const mine = { caption: sent.legende, imageAlt: sent.description }
        const saved = await pictures.describe(sent.photo, mine, parseLoadedForm(form))
        if (saved.ok) return redirectWith({ kind: "success", title: "Légende enregistrée" }, pagePath)
        if (saved.error.kind !== "stale") return redirectWithProblem(saved.error)
        const stored = { ...(await pictures.read()).find(({ id }) => id === sent.photo) }
        return refuseStale(form, saved.error, { thing: "caption", labels: textLabels, mine, stored })
      },
      {
        log: "Error saving the text of a picture",
        failed: "Erreur lors de la sauvegarde. Réessayez dans un instant.",
        refused: ({ errors: { form: failed, ...errors }, ...typed }, init) =>
          data({ ...typed, errors: failed === undefined ? errors : { legende: failed } }, init),
      },
    ),
    monter: act(PictureMove, async ({ id }) => redirectAfterOrdering(await pictures.move(id, "up")), order),
    descendre: act(PictureMove, async ({ id }) => redirectAfterOrdering(await pictures.move(id, "down")), order),
    ordonner: act(Order, async ({ ordre }) => redirectAfterOrdering(await pictures.order(ordre)), order),
    supprimer: act(
      OnePicture,
      async ({ photo }) => {
        const outcome = await pictures.remove(photo)
        if (!outcome.ok) return redirectWithProblem(outcome.error)
        const { title, act: undoing } = removed
        return redirectWith({ kind: "success", title, ...undoable(undoing, outcome.value) }, pagePath)
      },
      { log: "Error deleting image", failed: "L’image n’a pas pu être supprimée", refused },
    ),
  }
}

const textLabels = { caption: "Légende", imageAlt: "Description" }
