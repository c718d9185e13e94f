import { type Result, ok, err } from "../../../domain/result.ts"
import { MAX_FILM_BYTES } from "../films/refusals.ts"
import { type ImageProblem, type ImageRefusal, imageRefusal, MAX_UPLOAD_BYTES } from "./refusals.ts"

/** What a form may weigh beside its picture, in bytes. */
const OTHER_FIELDS = 256 * 1024

/** `bodies` by the name of their field, untouched and unjudged; `form` holds the other fields. */
export type ReceivedImages = { bodies: Map<string, Uint8Array>; form: FormData }

/** The field of a film, where a screen takes any. */
export const FILM_FIELD = "film"

/**
 * Reads a form that may carry pictures, in fields whose name begins with `prefix`: at most `max` of the largest size
 * together, and as many `films`. Never holds more than those and some text: beyond that it stops reading, whatever length the sender
 * announced. A field without a file is as if it were not there.
 */
export async function receiveImages(
  request: Request,
  prefix: string,
  max: number,
  films = 0,
): Promise<Result<ReceivedImages, ImageRefusal>> {
  const contentType = request.headers.get("Content-Type") ?? ""
  const limit = max * MAX_UPLOAD_BYTES + films * MAX_FILM_BYTES + OTHER_FIELDS
  const tooLarge = films > 0 ? "files-too-large" : "too-large"
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return refuse(tooLarge)
  if (!request.body || !/^multipart\/form-data\b/i.test(contentType)) return refuse("not-received")
  const read = await readForm(request.body, contentType, limit)
  if (!read.ok) return refuse(read.error === "too-large" ? tooLarge : read.error)
  const form = read.value
  const bodies = new Map<string, Uint8Array>()
  const files = [...form].filter((entry): entry is [string, File] => entry[1] instanceof File)
  for (const [name, value] of files) {
    form.delete(name)
    // What a browser sends for an empty file field has neither name nor content.
    if ((name.startsWith(prefix) || (films > 0 && name === FILM_FIELD)) && (value.size > 0 || value.name !== ""))
      bodies.set(name, new Uint8Array(await value.arrayBuffer()))
  }
  return ok({ bodies, form })
}

const refuse = (problem: ImageProblem): Result<never, ImageRefusal> => err(imageRefusal(problem))

async function readForm(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  limit: number,
): Promise<Result<FormData, ImageProblem>> {
  let received = 0
  let tooMuch = false
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength
        tooMuch = received > limit
        if (tooMuch) controller.error(new Error("The form is larger than any picture"))
        else controller.enqueue(chunk)
      },
    }),
  )
  try {
    return ok(await new Response(counted, { headers: { "Content-Type": contentType } }).formData())
  } catch {
    // Cut in the middle, or not a form at all: the sender's doing, either way.
    return err(tooMuch ? "too-large" : "not-received")
  }
}
