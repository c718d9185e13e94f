import { data } from "react-router"
import { z } from "zod"
import type { Id } from "../../../../domain/id.ts"
import type { UndoableAction } from "../../../../domain/journal/acts.ts"
import type { Result } from "../../../../domain/result.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import type { Direction } from "../../../../isomorphic/ordering.ts"
import type { OrderProblem } from "../../../../server/revisions/list-order.ts"
import type { OpenedPictureText, PictureText, StalePictureText } from "../../../../server/revisions/picture-texts.ts"
import { idField, list } from "../../../http/form-fields.ts"
import { type CheckedForm, act } from "../../../http/forms.server.ts"
import { type StaleView, choicesIn } from "../edit-refusal.ts"
import { redirectWith, refuseWithFlash, undoable } from "../flash.server.ts"

const OnePicture = z.object({ photo: idField })
const Moved = z.object({ id: idField })
const Order = z.object({ ordre: list(z.array(idField).max(200)) })
const Described = OnePicture.extend({
  legende: z.string().trim().max(200, "La légende ne peut pas dépasser 200 caractères.").default(""),
  description: z.string().trim().max(300, "La description ne peut pas dépasser 300 caractères.").default(""),
  /** The words that were there when the form was opened. */
  "legende-vue": z.string().default(""),
  "description-vue": z.string().default(""),
  /** The words of somebody else that the choices were made on. */
  "legende-lue": z.string().optional(),
  "description-lue": z.string().optional(),
})

type OrderedPictures = {
  /** The screen's address. */
  here: string
  /** What a message says of them. */
  problems: Record<OrderProblem["kind"], { title: string; text: string }>
  removed: { title: string; act: UndoableAction }
  describe(
    picture: Id,
    text: PictureText,
    opened: OpenedPictureText,
  ): Promise<Result<null, OrderProblem | StalePictureText>>
  move(picture: Id, direction: Direction): Promise<Result<null, OrderProblem>>
  order(pictures: readonly Id[]): Promise<Result<null, OrderProblem>>
  /** Answers the event by which it can be put back. */
  remove(picture: Id): Promise<Result<number, OrderProblem>>
}

/** What `OrderedPictures` sends, by the `intent` of its forms: its words and its questions name a `photo`, its `OrderButtons` an `id`. */
export function orderedPictureActs({ here, problems, removed, ...pictures }: OrderedPictures) {
  const refused = refuseWithFlash(here)
  const order = { log: "Error updating image order", failed: "L’ordre des images n’a pas pu être enregistré", refused }
  const say = ({ kind }: OrderProblem) => redirectWith({ kind: "error", ...problems[kind] }, here)
  const ordered = (outcome: Result<null, OrderProblem>) =>
    outcome.ok ? redirectWith({ kind: "success", title: "Ordre enregistré" }, here) : say(outcome.error)
  return {
    decrire: act(
      Described,
      async (sent, form) => {
        const saved = await pictures.describe(
          sent.photo,
          { caption: sent.legende, imageAlt: sent.description },
          {
            seen: { caption: sent["legende-vue"], imageAlt: sent["description-vue"] },
            read: readWords(sent),
            choices: choicesIn(form.fields),
          },
        )
        if (saved.ok) return redirectWith({ kind: "success", title: "Légende enregistrée" }, here)
        return saved.error.kind === "stale" ? refuseStaleText(form, saved.error) : say(saved.error)
      },
      {
        log: "Error saving the text of a picture",
        failed: "Erreur lors de la sauvegarde. Réessayez dans un instant.",
        // Beside the caption that was typed.
        refused: ({ errors: { form: failed, ...errors }, ...typed }, init) =>
          data({ ...typed, errors: failed === undefined ? errors : { legende: failed } }, init),
      },
    ),
    monter: act(Moved, async ({ id }) => ordered(await pictures.move(id, "up")), order),
    descendre: act(Moved, async ({ id }) => ordered(await pictures.move(id, "down")), order),
    ordonner: act(Order, async ({ ordre }) => ordered(await pictures.order(ordre)), order),
    supprimer: act(
      OnePicture,
      async ({ photo }) => {
        const outcome = await pictures.remove(photo)
        if (!outcome.ok) return say(outcome.error)
        const { title, act: undoing } = removed
        return redirectWith({ kind: "success", title, ...undoable(undoing, outcome.value) }, here)
      },
      { log: "Error deleting image", failed: "L’image n’a pas pu être supprimée", refused },
    ),
  }
}

function readWords({
  "legende-lue": caption,
  "description-lue": imageAlt,
}: z.output<typeof Described>): PictureText | null {
  return caption === undefined || imageAlt === undefined ? null : { caption, imageAlt }
}

const textFields = {
  caption: { label: "Légende", field: "legende" },
  imageAlt: { label: "Description", field: "description" },
} as const

/** 409: whose words each field gets that both changed is asked beside the button. */
function refuseStaleText(form: CheckedForm, { by, at, stored, fields }: StalePictureText) {
  const changed = fields.map((name) => {
    const { label, field } = textFields[name]
    return { name, label, stored: stored[name], mine: form.fields.get(field) ?? "" }
  })
  const stale: StaleView = { by, when: at ? agoLabel(at, new Date()) : "", thing: "caption", changed }
  return form.refuseWith(
    { stale },
    {},
    { status: 409, values: { "legende-lue": stored.caption, "description-lue": stored.imageAlt } },
  )
}
