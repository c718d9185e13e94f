import { expect, test } from "vitest"
import { photograph } from "../../server/platform/images/pictures.fixture.ts"
import { storeImage } from "../../server/platform/images/store-image.ts"
import {
  PictureForm,
  storePicture,
  notRecorded,
  onePicture,
  refusePicture,
} from "../../app/admin/kit/picture/pictures.server.ts"
import { act, handleForm } from "../../app/http/forms.server.ts"
import { findImagesByUrl } from "../../server/platform/images/queries.ts"

async function uploadCropped(cadre: string) {
  const form = new FormData()
  form.append("cadre", cadre)
  form.append("image", new File([new Uint8Array(await photograph(400, 200))], "image.jpg"))
  const keeping = act(
    PictureForm,
    async (picture, posted) => {
      const stored = await storePicture(posted, { bucket: "about-page" }, picture)
      return stored.ok
        ? ((await findImagesByUrl([stored.value])).get(stored.value) ?? null)
        : refusePicture(posted, stored.error)
    },
    notRecorded,
  )
  return handleForm(
    new Request("http://localhost:3000/admin/about", { method: "POST", body: form }),
    keeping,
    onePicture,
  )
}

test("a picture is cropped to its frame, to the pixel, and stays whole without one", async () => {
  for (const [cadre, size] of [
    ["0.25,0,0.5,1", { width: 200, height: 200 }],
    ["", { width: 400, height: 200 }],
  ] as const) {
    expect(await uploadCropped(cadre)).toMatchObject(size)
  }
  const corner = await storeImage({
    bucket: "public",
    body: await photograph(400, 200),
    crop: { x: 0.98, y: 0.98, width: 0.02, height: 0.02 },
  })
  expect(corner).toMatchObject({ ok: true, value: { width: 8, height: 4 } })
})

test("a frame outside the picture stores nothing, and says so", async () => {
  for (const cadre of ["0.5,0,0.6,1", "0,0,0,0", "1,2", "-1,0,1,1"]) {
    const answer = await uploadCropped(cadre)
    if (!answer || !("data" in answer)) throw new Error(`${cadre} was taken`)
    expect(answer.data.errors["image"]).toBe(
      "Erreur lors du téléchargement de l'image. Le cadre choisi n’est pas dans l’image. Choisissez-le de nouveau.",
    )
    expect(answer.init?.status).toBe(422)
  }
})
