import { REPORT_PHOTO_SIDE } from "../../../../domain/booking/condition-report.ts"

/** What leaves quickly enough as it is, in bytes. */
const LIGHT = 1024 * 1024

/**
 * A photograph with no more pixels than the report keeps: a telephone takes ten times as many, more than the server accepts and a
 * bad network carries. What this browser cannot read stays as it is, and the server says what it thinks of it.
 */
export async function lighterPhoto(file: File): Promise<File> {
  if (file.size <= LIGHT) return file
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, REPORT_PHOTO_SIDE / Math.max(picture.width, picture.height))
  // As it comes from here already, or as good as that.
  if (scale === 1 && file.type === "image/jpeg") return file
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const drawing = canvas.getContext("2d")
  if (!drawing) return file
  // A photograph has no holes; what has some gets paper behind it, as in the document.
  drawing.fillStyle = "#ffffff"
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9))
  if (!body || body.size >= file.size) return file
  return new File([body], file.name.replace(/(\.[^.]*)?$/, ".jpg"), { type: "image/jpeg" })
}
