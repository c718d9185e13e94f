import { type Result, ok, err } from "../../../domain/result.ts"
import { MAX_FILM_BYTES } from "../films/refusals.ts"
import { type ImageProblem, type ImageRefusal, imageRefusal, MAX_UPLOAD_BYTES } from "./refusals.ts"

const MAX_OTHER_BYTES = 256 * 1024

type ReceivedImages = { bodies: Map<string, Uint8Array>; form: FormData }

export const FILM_FIELD = "film"

/** Stops reading beyond the limit, whatever length the sender announced. */
export async function receiveImages(
  request: Request,
  prefix: string,
  maxImages: number,
  maxFilms = 0,
): Promise<Result<ReceivedImages, ImageRefusal>> {
  const contentType = request.headers.get("Content-Type") ?? ""
  const limit = maxImages * MAX_UPLOAD_BYTES + maxFilms * MAX_FILM_BYTES + MAX_OTHER_BYTES
  const tooLarge = maxFilms > 0 ? "files-too-large" : "too-large"
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) return refuse(tooLarge)
  if (!request.body || !/^multipart\/form-data\b/i.test(contentType)) return refuse("not-received")
  const parsed = await readForm(request.body, contentType, limit)
  if (!parsed.ok) return refuse(parsed.error === "too-large" ? tooLarge : parsed.error)
  const form = parsed.value
  const bodies = new Map<string, Uint8Array>()
  const files = [...form].filter((entry): entry is [string, File] => entry[1] instanceof File)
  for (const [name, value] of files) {
    form.delete(name)
    if ((name.startsWith(prefix) || (maxFilms > 0 && name === FILM_FIELD)) && (value.size > 0 || value.name !== ""))
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
  let isTooLarge = false
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength
        isTooLarge = received > limit
        if (isTooLarge) controller.error(new Error("The form is larger than any picture"))
        else controller.enqueue(chunk)
      },
    }),
  )
  try {
    return ok(await new Response(limited, { headers: { "Content-Type": contentType } }).formData())
  } catch {
    return err(isTooLarge ? "too-large" : "not-received")
  }
}
