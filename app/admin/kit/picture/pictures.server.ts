import { data } from "react-router"
import { z } from "zod"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { type Result, ok, err } from "../../../../domain/result.ts"
import { parseCrop } from "../../../../isomorphic/crop.ts"
import { type StalePicture, changePicture } from "../../../../server/shop/content/change-picture.ts"
import type { PictureHolder } from "../../../../server/shop/content/picture-places.ts"
import { type ImageRow, findImagesByUrl, pictureOf } from "../../../../server/platform/images/queries.ts"
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
import type { Staff } from "../../../../domain/accounts/party.ts"

export const onePicture = { pictures: { prefix: "image", max: 1 } }

export function storedPicture(image: ImageRow, alt: string): StoredPicture
export function storedPicture(image: ImageRow | null | undefined, alt: string): StoredPicture | null
export function storedPicture(image: ImageRow | null | undefined, alt: string): StoredPicture | null {
  return image ? { url: image.url, picture: pictureOf(image, alt) } : null
}

export const PictureForm = z.object({
  cadre: z.string().default(""),
  envoyee: z.string().default(""),
  vu: z.string().default(""),
})
const RemovalForm = PictureForm.pick({ vu: true })

type PictureTarget = { place: Place; holder: PictureHolder }
type PagePaths = { pagePath: string; gone: { flash: Flash; href: string } }

/** "retirer-" before an intent removes the picture. */
export function pictureActs<Name extends string>(
  editor: Staff,
  pictures: Record<Name, PictureTarget>,
  paths: PagePaths,
) {
  const acts = Object.entries<PictureTarget>(pictures).flatMap(([name, { place, holder }]) => [
    [name, act(PictureForm, (sent, form) => replacePicture({ editor, form, place, holder, sent, paths }), notRecorded)],
    [
      `retirer-${name}`,
      act(
        RemovalForm,
        ({ vu }, form) => changeOrRefuse({ editor, form, holder, url: null, loadedUrl: vu, paths }),
        notRemoved,
      ),
    ],
  ])
  return Object.fromEntries(acts) as Record<Name | `retirer-${Name}`, PictureAct>
}

type PostedPicture = z.output<typeof PictureForm>
type PictureAct = Act<Response | RefusedForm | Awaited<ReturnType<typeof refuseStalePicture>>>

type PictureChange = { editor: Staff; form: CheckedForm; holder: PictureHolder; paths: PagePaths }

async function replacePicture({ place, sent, ...change }: PictureChange & { place: Place; sent: PostedPicture }) {
  const { form } = change
  const stored = await storePicture(form, place, sent)
  return stored.ok
    ? changeOrRefuse({ ...change, url: stored.value, loadedUrl: sent.vu })
    : refusePicture(form, stored.error)
}

async function changeOrRefuse({
  editor,
  form,
  holder,
  url,
  loadedUrl,
  paths: { pagePath, gone },
}: PictureChange & { url: string | null; loadedUrl: string }) {
  const changed = await changePicture({ actor: editor, holder, url, expected: loadedUrl === "" ? null : loadedUrl })
  if (!changed.ok)
    return changed.error.kind === "gone"
      ? redirectWith(gone.flash, gone.href)
      : refuseStalePicture(form, url, changed.error)
  return redirectWith({ kind: "success", title: url === null ? "Image retirée" : "Image enregistrée" }, pagePath)
}

export async function storePicture(
  { files }: CheckedForm,
  place: Place,
  { cadre, envoyee }: Pick<PostedPicture, "cadre" | "envoyee">,
): Promise<Result<string, ImageRefusal>> {
  const body = files.get("image")
  if (!body) {
    const image = (await findImagesByUrl([envoyee])).get(envoyee)
    return image?.bucket === place.bucket ? ok(image.url) : err(imageRefusal("missing"))
  }
  const crop = parseCrop(cadre)
  if (crop === "invalid") return err(imageRefusal("frame"))
  const stored = await storeImage({ ...place, body, crop })
  return stored.ok ? ok(stored.value.url) : stored
}

export function refusePicture(form: CheckedForm, reason: ImageRefusal): RefusedForm {
  return form.refuse({ image: imageRefusalText(reason) }, { status: refusalStatus(reason) })
}

function refusalStatus({ problem }: ImageRefusal): number {
  if (problem === "too-large") return 413
  return problem === "not-recorded" ? 503 : 422
}

/** 503. The uploaded file is an orphan that a later cleanup deletes. */
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

/** 409, with both pictures: the refused one can still be chosen. */
async function refuseStalePicture(form: CheckedForm, url: string | null, { by, at, present }: StalePicture) {
  const images = await findImagesByUrl([url, present])
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
