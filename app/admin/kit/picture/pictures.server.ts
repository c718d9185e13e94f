import { data } from "react-router"
import { z } from "zod"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { type Result, ok, err } from "../../../../domain/result.ts"
import { parseCrop } from "../../../../isomorphic/crop.ts"
import { type StalePicture, changePicture } from "../../../../server/shop/content/change-picture.ts"
import type { PictureHolder } from "../../../../server/shop/content/picture-places.ts"
import { type ImageRow, imagesByUrl, pictureOf } from "../../../../server/platform/images/queries.ts"
import {
  type ImageRefusal,
  imageRefusal,
  imageRefusalText,
  uploadFailed,
} from "../../../../server/platform/images/refusals.ts"
import { type Place, storeImage } from "../../../../server/platform/images/store-image.ts"
import type { Flash } from "../flash.ts"
import type { StalePictureView, StoredPicture } from "../edit-refusal.ts"
import { type Act, type CheckedForm, type RefusedForm, act } from "../../../http/forms.server.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { saveFailed } from "../edits.server.ts"
import { redirectWith } from "../flash.server.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"

/** What a screen that takes pictures reads of a form: one at a time. */
export const onePicture = { pictures: { prefix: "image", max: 1 } }

/** A picture for the forms that change it: what it looks like, and which one it is. */
export function storedPicture(image: ImageRow, alt: string): StoredPicture
export function storedPicture(image: ImageRow | null | undefined, alt: string): StoredPicture | null
export function storedPicture(image: ImageRow | null | undefined, alt: string): StoredPicture | null {
  return image ? { url: image.url, picture: pictureOf(image, alt) } : null
}

/** A form that brings a picture (`image`, and the frame to cut it to), or names one that was sent before (`envoyee`). */
export const PictureForm = z.object({
  cadre: z.string().default(""),
  envoyee: z.string().default(""),
  /** The picture that was there when the form was opened. */
  vu: z.string().default(""),
})
const RemovalForm = PictureForm.pick({ vu: true })

/** What shows a picture of the screen, and where its files are kept. */
type Pictured = { place: Place; holder: PictureHolder }
/** Where the screen goes on, and what to answer when what shows its pictures is gone. */
type Around = { here: string; gone: { flash: Flash; href: string } }

/**
 * The acts of a screen about its pictures, by the `intent` of their forms: one that is sent, or was kept already, takes
 * the place of the one that was seen; "retirer-" before the intent takes it away.
 */
export function pictureActs<Name extends string>(
  editor: Administrator,
  pictures: Record<Name, Pictured>,
  around: Around,
) {
  const acts = Object.entries<Pictured>(pictures).flatMap(([name, { place, holder }]) => [
    [name, act(PictureForm, (sent, form) => replacePicture(editor, form, place, holder, sent, around), notRecorded)],
    [`retirer-${name}`, act(RemovalForm, ({ vu }, form) => change(editor, form, holder, null, vu, around), notRemoved)],
  ])
  return Object.fromEntries(acts) as Record<Name | `retirer-${Name}`, PictureAct>
}

type SentPicture = z.output<typeof PictureForm>
type PictureAct = Act<Response | RefusedForm | Awaited<ReturnType<typeof refuseStalePicture>>>

async function replacePicture(
  editor: Administrator,
  form: CheckedForm,
  place: Place,
  holder: PictureHolder,
  sent: SentPicture,
  around: Around,
) {
  const kept = await keepPicture(form, place, sent)
  return kept.ok ? change(editor, form, holder, kept.value, sent.vu, around) : refusePicture(form, kept.error)
}

async function change(
  editor: Administrator,
  form: CheckedForm,
  holder: PictureHolder,
  url: string | null,
  seen: string,
  { here, gone }: Around,
) {
  const changed = await changePicture(editor, holder, url, seen === "" ? null : seen)
  if (!changed.ok)
    return changed.error.kind === "gone"
      ? redirectWith(gone.flash, gone.href)
      : refuseStalePicture(form, url, changed.error)
  return redirectWith({ kind: "success", title: url === null ? "Image retirée" : "Image enregistrée" }, here)
}

/** Keeps the picture that came with the form where it belongs, and says its address; or finds the one that came before. */
export async function keepPicture(
  { files }: CheckedForm,
  place: Place,
  { cadre, envoyee }: Pick<SentPicture, "cadre" | "envoyee">,
): Promise<Result<string, ImageRefusal>> {
  const body = files.get("image")
  if (!body) {
    const image = (await imagesByUrl([envoyee])).get(envoyee)
    return image?.bucket === place.bucket ? ok(image.url) : err(imageRefusal("missing"))
  }
  const crop = parseCrop(cadre)
  if (crop === "invalid") return err(imageRefusal("frame"))
  const stored = await storeImage({ ...place, body, crop })
  return stored.ok ? ok(stored.value.url) : stored
}

/** Beside the field, in the words of the specification (section 8), then the reason. */
export function refusePicture(form: CheckedForm, reason: ImageRefusal): RefusedForm {
  return form.refuse({ image: imageRefusalText(reason) }, { status: statusOf(reason) })
}

function statusOf({ problem }: ImageRefusal): number {
  if (problem === "too-large") return 413
  return problem === "not-recorded" ? 503 : 422
}

/**
 * 503, beside the field: the picture came and could not be shown. Its file belongs to nobody, and is removed later like
 * any picture that nothing shows.
 */
export const notRecorded = {
  log: "Failed to upload image",
  failed: imageRefusalText(imageRefusal("not-recorded")),
  refused: refuseInField,
}
const notRemoved = {
  log: "Error deleting image",
  failed: `${saveFailed}. L’image n’a pas été retirée\u00a0: réessayez dans un instant.`,
  refused: refuseInField,
}

function refuseInField({ errors, ...typed }: Refusal, init: { status: number }): RefusedForm {
  return data({ ...typed, errors: { image: errors["form"] ?? uploadFailed } }, init)
}

/** 409, with the picture that is shown now and the one that was sent, which can be put in its place all the same. */
async function refuseStalePicture(form: CheckedForm, url: string | null, { by, at, present }: StalePicture) {
  const images = await imagesByUrl([url, present])
  const pictureAt = (address: string | null) => storedPicture(images.get(address ?? ""), "")
  const picture: StalePictureView = {
    by,
    when: at ? agoLabel(at, new Date()) : "",
    present: pictureAt(present),
    sent: pictureAt(url),
  }
  return form.refuseWith(
    { picture },
    { image: "Cette image a changé entre-temps. Rien n’a été modifié." },
    { status: 409 },
  )
}
