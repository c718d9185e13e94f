import { REPORT_PHOTO_SIDE } from "../../../domain/booking/condition-report.ts"

const MAX_UNCHANGED_BYTES = 1024 * 1024

/**
 * Phone photos are too large for the server and for a bad network. A file this browser cannot decode is sent
 * unchanged, for the server to refuse.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= MAX_UNCHANGED_BYTES) return file
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, REPORT_PHOTO_SIDE / Math.max(picture.width, picture.height))
  if (scale === 1 && file.type === "image/jpeg") return file
  const canvas = document.createElement("canvas")
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext("2d")
  if (!context) return file
  // JPEG has no transparency: paint it white, as the PDF does.
  context.fillStyle = "#ffffff"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9))
  if (!body || body.size >= file.size) return file
  return new File([body], file.name.replace(/(\.[^.]*)?$/, ".jpg"), { type: "image/jpeg" })
}
