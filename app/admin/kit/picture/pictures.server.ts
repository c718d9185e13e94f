import { data } from "react-router"
import { z } from "zod"
import { agoWords } from "../../../../isomorphic/text/relative-time.ts"
import { parseCrop } from "../../../../isomorphic/crop.ts"
import { type StalePicture, changePicture } from "../../../../server/content/change-picture.ts"
import type { PictureHolder } from "../../../../server/content/picture-places.ts"
import { type ImageRow, imagesByUrl, pictureOf } from "../../../../server/images/queries.ts"
import { receiveImage } from "../../../../server/images/receive.ts"
import { type ImageRefusal, imageRefusal, uploadFailed } from "../../../../server/images/refusals.ts"
import { FORMER_PICTURE_DAYS } from "../../../../server/images/remove-unused.ts"
import { type Place, storeImage } from "../../../../server/images/store-image.ts"
import { log } from "../../../../server/log.ts"
import type { Flash } from "../flash.ts"
import type { EditRefusal, StoredPicture } from "../edit-refusal.ts"
import { pictureWayBack } from "../way-back.ts"
import { parseForm } from "../../../http/forms.ts"
import { saveFailed } from "../edits.server.ts"
import { redirectWith, undoOf } from "../flash.server.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"

/** Whether the form carries a picture: those are read apart, with their own limits. */
export function isUpload(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "")
}

/** A picture for the forms that change it: what it looks like, and which one it is. */
export function storedPicture(image: ImageRow, alt: string): StoredPicture
export function storedPicture(image: ImageRow | null | undefined, alt: string): StoredPicture | null
export function storedPicture(image: ImageRow | null | undefined, alt: string): StoredPicture | null {
  return image ? { url: image.url, picture: pictureOf(image, alt) } : null
}

/** The pictures of a screen by the `intent` of their form, and what to answer when what shows them is gone. */
type PictureForms = {
  forms: Readonly<Record<string, { place: Place; holder: PictureHolder }>>
  here: string
  gone: { flash: Flash; href: string }
}

/**
 * Answers every form about a picture of the screen: one that is sent, one that was kept already (`envoyee`), or none
 * ("retirer-" before the intent). Each says which picture it saw (`vu`). Null for a form about something else.
 */
export async function pictureAct(request: Request, editor: Administrator, { forms, here, gone }: PictureForms) {
  const asked = isUpload(request) ? await sentNow(request, forms) : await askedFor(request, forms)
  if (asked === null) return null
  if (!asked.ok) return asked.refusal
  const { intent, url, seen } = asked
  const form = forms[intent]
  if (!form) return refusePicture(intent, null)
  try {
    const changed = await changePicture(editor, form.holder, url, seen)
    if (!changed.ok)
      return changed.error.kind === "gone"
        ? await redirectWith(gone.flash, gone.href)
        : await refuseStalePicture(intent, url, changed.error)
    const { event, before } = changed.value
    const undo =
      before === null || event === null ? {} : { ...undoOf(event), text: pictureWayBack(FORMER_PICTURE_DAYS) }
    return await redirectWith(
      { kind: "success", title: url === null ? "Image retirée" : "Image enregistrée", ...undo },
      here,
    )
  } catch (error) {
    return notRecorded(intent, error, url === null ? "remove" : "upload")
  }
}

type Asked =
  | { ok: true; intent: string; url: string | null; seen: string | null }
  | { ok: false; refusal: PictureRefused }

async function sentNow(request: Request, forms: PictureForms["forms"]): Promise<Asked> {
  const kept = await keepPicture(request, (intent) =>
    Object.hasOwn(forms, intent) ? (forms[intent]?.place ?? null) : null,
  )
  return kept.ok ? { ok: true, intent: kept.intent, url: kept.image.url, seen: kept.seen } : kept
}

async function askedFor(request: Request, forms: PictureForms["forms"]): Promise<Asked | null> {
  const intents = Object.keys(forms)
  const schema = z.object({
    intent: z.enum([...intents, ...intents.map((intent) => `retirer-${intent}`)]),
    vu: z.string().default(""),
    envoyee: z.string().default(""),
  })
  const form = await parseForm(request.clone(), schema)
  if (!form.ok) return null
  const { intent: asked, vu, envoyee } = form.value
  const seen = vu === "" ? null : vu
  if (asked.startsWith("retirer-")) return { ok: true, intent: asked.slice("retirer-".length), url: null, seen }
  const image = (await imagesByUrl([envoyee])).get(envoyee)
  if (!image || image.bucket !== forms[asked]?.place.bucket)
    return { ok: false, refusal: refusePicture(asked, imageRefusal("missing")) }
  return { ok: true, intent: asked, url: image.url, seen }
}

type KeptPicture =
  | { ok: true; intent: string; image: ImageRow; seen: string | null }
  | { ok: false; refusal: PictureRefused }

/** Receives a picture and keeps it where its form says; null for a form that this screen does not have. */
export async function keepPicture(request: Request, placeOf: (intent: string) => Place | null): Promise<KeptPicture> {
  const received = await receiveImage(request)
  if (!received.ok) return { ok: false, refusal: refusePicture("", received.error) }
  const textOf = (name: string) => String(received.value.form.get(name) ?? "")
  const intent = textOf("intent")
  const place = placeOf(intent)
  if (!place) return { ok: false, refusal: refusePicture(intent, null) }
  const crop = parseCrop(textOf("cadre"))
  if (crop === "invalid") return { ok: false, refusal: refusePicture(intent, imageRefusal("frame")) }
  const stored = await storeImage({ ...place, body: received.value.body, crop })
  return stored.ok
    ? { ok: true, intent, image: stored.value, seen: textOf("vu") || null }
    : { ok: false, refusal: refusePicture(intent, stored.error) }
}

export type PictureRefused = ReturnType<typeof refusePicture>

/** In the words of the specification (section 8), then the reason. */
function refusePicture(intent: string, reason: ImageRefusal | null) {
  return refuse(intent, reason ? `${reason.title}. ${reason.message}` : uploadFailed, statusOf(reason))
}

function refuse(intent: string, message: string, status: number, picture?: EditRefusal["picture"]) {
  const refusal: EditRefusal = { errors: { image: message }, values: { intent }, ...(picture ? { picture } : {}) }
  return data(refusal, { status })
}

function statusOf(reason: ImageRefusal | null): number {
  if (reason?.problem === "too-large") return 413
  return reason?.problem === "not-recorded" ? 503 : 422
}

/**
 * 503, beside the field: the picture came and could not be shown. Its file belongs to nobody, and is removed later like
 * any picture that nothing shows.
 */
export function notRecorded(intent: string, error: unknown, act: "upload" | "remove" = "upload"): PictureRefused {
  log.error(act === "upload" ? "Failed to upload image" : "Error deleting image", { error })
  if (act === "upload") return refusePicture(intent, imageRefusal("not-recorded"))
  return refuse(intent, `${saveFailed}. L’image n’a pas été retirée\u00a0: réessayez dans un instant.`, 503)
}

/** 409, with the picture that is shown now and the one that was sent, which can be put in its place all the same. */
async function refuseStalePicture(
  intent: string,
  url: string | null,
  { by, at, present }: StalePicture,
): Promise<PictureRefused> {
  const images = await imagesByUrl([url, present])
  const pictureAt = (address: string | null) => storedPicture(images.get(address ?? ""), "")
  const picture = { by, when: at ? agoWords(at, new Date()) : "", present: pictureAt(present), sent: pictureAt(url) }
  return refuse(intent, "Cette image a changé entre-temps. Rien n’a été modifié.", 409, picture)
}
