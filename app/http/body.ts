import { type Result, ok, err } from "../../domain/result.ts"

export type UnreadableBody = { kind: "too-large"; status: 413 } | { kind: "no-form"; status: 400 }

export const notAForm: UnreadableBody = { kind: "no-form", status: 400 }
const tooLarge: UnreadableBody = { kind: "too-large", status: 413 }

export async function readBody(
  request: Request,
  maximumBytes: number,
): Promise<Result<Buffer<ArrayBuffer>, UnreadableBody>> {
  if (request.bodyUsed) throw new Error("This form has been read already")
  if (Number(request.headers.get("content-length")) > maximumBytes) return err(tooLarge)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > maximumBytes) return err(tooLarge)
      chunks.push(chunk)
    }
  } catch {
    return err(notAForm)
  }
  return ok(Buffer.concat(chunks))
}
