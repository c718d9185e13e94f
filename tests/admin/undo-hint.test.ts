import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import * as availabilityPage from "../../app/admin/availability/route.tsx"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as faqPage from "../../app/admin/faq/route.tsx"
import * as journalPage from "../../app/admin/journal/route.tsx"
import * as manualsPage from "../../app/admin/manuals/route.tsx"
import * as messagesPage from "../../app/admin/messages/route.tsx"
import * as optionsPage from "../../app/admin/options/route.tsx"
import * as productPage from "../../app/admin/products/product/route.tsx"
import * as productsPage from "../../app/admin/products/route.tsx"
import * as servicesPage from "../../app/admin/pages/services/route.tsx"
import * as testimonialsPage from "../../app/admin/testimonials/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import * as userPage from "../../app/admin/people/person/route.tsx"
import type { EntryView } from "../../app/admin/journal/entry.tsx"
import { isUndoable, undoHintLater } from "../../app/admin/kit/undo-hint.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { type ProductId, isId } from "../../domain/id.ts"
import type { UndoableAction } from "../../domain/journal/acts.ts"
import { signedUp } from "../../server/auth/accounts.fixture.ts"
import { blockDays } from "../../server/availability/block.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { bookingVersion } from "../../server/bookings/version.ts"
import { addToGallery } from "../../server/catalog/gallery.ts"
import { addSlide } from "../../server/content/carousel.ts"
import { addFaqEntry } from "../../server/content/edit-faq.ts"
import { readStoredManual, saveManual } from "../../server/content/edit-manuals.ts"
import { addTestimonial } from "../../server/content/edit-testimonials.ts"
import { db } from "../../server/database.server.ts"
import { users } from "../../server/schema/accounts.ts"
import { contactMessages, images } from "../../server/schema/content.ts"
import { payments } from "../../server/schema/money.ts"
import { makeCustomer, makeOption, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, pressUndo, read, send } from "./back-office.ts"

type Someone = Awaited<ReturnType<typeof administrator>>
let someone: Someone
beforeAll(async () => {
  await freshDatabase()
  someone = await administrator()
})

/** What is sent where, and a table whose rows are as before once it is undone. */
type Act = {
  page: { action: (args: never) => unknown }
  path: string
  fields: Record<string, string> | [string, string][]
  params?: Record<string, string>
  rows: string
}

/** The row of a picture, without its file. */
async function storedImage(bucket: string): Promise<string> {
  const url = `/files/${bucket}/bar.jpg`
  await db.insert(images).values({
    url,
    bucket,
    path: "bar.jpg",
    mimetype: "image/jpeg",
    size: 1,
    width: 1600,
    height: 1200,
    widths: [800],
    placeholder: "",
  })
  return url
}

const day = addDays(dayInParis(new Date()), 40)

async function booking(stock = 1) {
  return bookingOf((await makeProduct({ stock })).id)
}

async function bookingOf(product: ProductId) {
  const placed = await placeBooking({
    party: onOwnAccount(await makeCustomer()),
    order: makeOrder(product, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const bookingRows =
  "select id, status, answer_due_at, expires_at, confirmed_at, contract_due_at, (select array_agg(unit) from occupancy where booking_id = bookings.id) from bookings order by id"
const closedRows = "select product_id, unit, day, kind from occupancy order by 1, 2, 3"

/** Every act of the back office that confirms, refuses, cancels, deletes, closes or puts away. */
const acts: Record<UndoableAction, (someone: Someone) => Promise<Act>> = {
  "booking.confirmed": async () => ({
    page: todayPage,
    path: "/admin/aujourdhui",
    fields: { intent: "confirmer", reservation: (await booking()).id, statut: "pending" },
    rows: bookingRows,
  }),
  "booking.refused": async () => ({
    page: bookingsPage,
    path: "/admin/bookings",
    fields: { intent: "refuser", reservation: (await booking()).id, statut: "pending" },
    rows: bookingRows,
  }),
  "booking.cancelled": async ({ actor }) => {
    const { id } = await booking()
    await confirmBooking(actor, id)
    return {
      page: bookingsPage,
      path: "/admin/bookings",
      fields: {
        intent: "annuler",
        reservation: id,
        statut: "confirmed",
        "remboursement-vu": "0",
        "indemnite-vue": "0",
      },
      rows: bookingRows,
    }
  },
  "booking.unit-moved": async () => ({
    page: availabilityPage,
    path: "/admin/availability",
    fields: { intent: "deplacer", reservation: (await booking(2)).id, de: "1", vers: "2" },
    rows: bookingRows,
  }),
  "booking.units-swapped": async () => {
    const product = await makeProduct({ stock: 2 })
    const [one, other] = [await bookingOf(product.id), await bookingOf(product.id)]
    return {
      page: availabilityPage,
      path: "/admin/availability",
      fields: { intent: "echanger", reservation: one.id, de: "1", vers: "2", avec: `2:${other.id}` },
      rows: bookingRows,
    }
  },
  "booking.price-adjusted": async () => {
    const { id, number } = await booking()
    return {
      page: bookingPage,
      path: `/admin/bookings/${number}`,
      params: { number: String(number) },
      fields: {
        intent: "ajuster-prix",
        cle: randomUUID(),
        vu: String(await bookingVersion(id)),
        sorte: "discount",
        montant: "20",
        motif: "Fidélité",
        prevenir: "oui",
      },
      rows: "select id, total, price_lines from bookings order by id",
    }
  },
  "booking.money-given-back": async () => {
    const { id, number, total } = await booking()
    const amount = total + 5000
    await db.insert(payments).values({ bookingId: id, means: "transfer", amount, receivedOn: "2026-01-05" })
    return {
      page: bookingPage,
      path: `/admin/bookings/${number}`,
      params: { number: String(number) },
      fields: {
        intent: "rendre",
        cle: randomUUID(),
        vu: String(amount),
        montant: "20",
        motif: "Un retard de livraison",
      },
      rows: "select sum(amount) from refunds where dropped_at is null",
    }
  },
  "availability.blocked": async () => ({
    page: bookingsPage,
    path: "/admin/bookings",
    fields: { intent: "bloquer", produit: (await makeProduct()).id, jours: day, motif: "Salon" },
    rows: closedRows,
  }),
  "availability.opened": async ({ actor }) => {
    const { id } = await makeProduct()
    await blockDays(actor, { productId: id, days: [day] }, new Date())
    return {
      page: bookingsPage,
      path: "/admin/bookings",
      fields: { intent: "liberer", produit: id, jours: day },
      rows: closedRows,
    }
  },
  "product.removed": async () => {
    const { id } = await makeProduct()
    await makeOption(id)
    return {
      page: productsPage,
      path: "/admin/products",
      fields: { intent: "supprimer", id },
      rows: "select p.*, o.id, o.name from products p left join product_options o on o.product_id = p.id order by p.id, o.id",
    }
  },
  "product.archived": async () => ({
    page: productsPage,
    path: "/admin/products",
    fields: { intent: "supprimer", id: (await booking()).productId },
    rows: "select id, is_active, archived_at from products order by id",
  }),
  "option.removed": async () => {
    const { id: productId } = await makeProduct()
    const { id } = await makeOption(productId)
    await makeOption(productId, { parentOptionId: id })
    return {
      page: optionsPage,
      path: `/admin/options?produit=${productId}`,
      fields: { intent: "supprimer", id },
      rows: "select * from product_options order by id",
    }
  },
  "manual.saved": async ({ actor }) => {
    const { id } = await makeProduct()
    await saveManual(
      actor,
      id,
      {
        sections: [
          { title: "Allumer", content: "Appuyez." },
          { title: "Éteindre", content: "Encore." },
        ],
      },
      null,
    )
    const seen = (await readStoredManual(id))?.updatedAt.toISOString() ?? ""
    const fields: [string, string][] = [
      ["intent", "enregistrer"],
      ["vu", seen],
      ["title", "Allumer"],
      ["content", "Appuyez."],
      ["image_url", ""],
      ["image_alt", ""],
    ]
    return {
      page: manualsPage,
      path: `/admin/manuals?produit=${id}`,
      fields,
      rows: "select product_id, content from product_manuals order by product_id",
    }
  },
  "faq.removed": async ({ actor }) => {
    const id = await addFaqEntry(actor, {
      theme: "Fête",
      question: "Peut-on danser ?",
      answer: "Oui.",
      isPublished: true,
    })
    return {
      page: faqPage,
      path: "/admin/faq",
      fields: { intent: "supprimer", id },
      rows: "select * from faq_entries order by id",
    }
  },
  "testimonial.removed": async ({ actor }) => {
    const id = await addTestimonial(actor, {
      author: "Lila",
      day: "2026-06-12",
      rating: 5,
      text: "Merci.",
      isExample: true,
    })
    return {
      page: testimonialsPage,
      path: "/admin/testimonials",
      fields: { intent: "supprimer", id },
      rows: "select * from testimonials order by id",
    }
  },
  "carousel.image-removed": async ({ actor }) => {
    const url = await storedImage("services-page")
    return {
      page: servicesPage,
      path: "/admin/services",
      fields: { intent: "supprimer", photo: await addSlide(actor, url) },
      rows: "select * from services_page_images order by id",
    }
  },
  "product.picture-removed": async ({ actor }) => {
    const { id } = await makeProduct()
    const added = await addToGallery(actor, id, { imageUrl: await storedImage("products") })
    if (!added.ok) throw new Error(added.error.kind)
    return {
      page: productPage,
      path: `/admin/products/${id}`,
      params: { id },
      fields: { intent: "supprimer", photo: added.value },
      rows: "select * from product_pictures order by id",
    }
  },
  "contact.archived": async () => {
    const [message] = await db
      .insert(contactMessages)
      .values({ name: "Zoé", email: "zoe@exemple.example", message: "Bonjour" })
      .returning()
    return {
      page: messagesPage,
      path: "/admin/messages",
      fields: { intent: "archiver", id: message?.id ?? "" },
      rows: "select id, status from contact_messages order by id",
    }
  },
  "person.disabled": async () => {
    await signedUp({ name: "Zoé", email: "zoe@exemple.fr", password: "le bal du 14 juillet" })
    const [user] = await db.select().from(users).where(eq(users.email, "zoe@exemple.fr"))
    const id = user?.id ?? ""
    return {
      page: userPage,
      path: `/admin/users/${id}`,
      fields: { intent: "desactiver" },
      params: { id },
      rows: "select id, disabled_at from users order by id",
    }
  },
}

const rowsOf = async (query: string) => (await db.execute(sql.raw(query))).rows

describe("Refusing, cancelling, deleting, closing and putting away", () => {
  test.each(Object.keys(acts).filter(isUndoable))(
    "%s: its message offers to take it back, says how to come back later, and taking it back leaves all as it was",
    async (name) => {
      const { page, path, fields, params, rows } = await acts[name](someone)
      const before = await rowsOf(rows)
      const sent = await send(page, path, fields, someone.from, params)
      expect(sent.flash).toMatchObject({
        kind: "success",
        undo: expect.any(Number),
        text: expect.stringContaining(undoHintLater(name)),
      })
      expect(await rowsOf(rows)).not.toEqual(before)
      expect((await pressUndo(sent, someone.from)).flash?.kind).toBe("success")
      expect(await rowsOf(rows)).toEqual(before)
    },
  )

  test("what had a picture comes back without it once the picture is not kept any more, and says so; a picture alone does not", async () => {
    const url = "/files/products/borne.jpg"
    await db.insert(images).values({
      url,
      bucket: "products",
      path: "borne.jpg",
      mimetype: "image/jpeg",
      size: 1,
      width: 1600,
      height: 1200,
      widths: [800],
      placeholder: "",
    })
    const { id } = await makeProduct({ imageUrl: url, name: "Borne à image" })
    const removed = await send(productsPage, "/admin/products", { intent: "supprimer", id }, someone.from)
    const photo = await addSlide(someone.actor, url)
    const gone = await send(servicesPage, "/admin/services", { intent: "supprimer", photo }, someone.from)
    await db.delete(images)
    const { flash } = await pressUndo(removed, someone.from)
    expect(flash).toMatchObject({
      kind: "success",
      title: "C’est remis en place",
      text: expect.stringContaining("n’est plus conservée"),
    })
    expect(await rowsOf(`select name, image_url from products where id = '${id}'`)).toEqual([
      { name: "Borne à image", image_url: null },
    ])
    expect((await pressUndo(gone, someone.from)).flash).toMatchObject({
      kind: "error",
      title: "Cette image n’est plus conservée",
    })
  })

  test("a section that left a manual comes back from the journal for as long as nobody has saved the manual again", async () => {
    const { page, path, fields } = await acts["manual.saved"](someone)
    const id = new URL(path, "http://x").searchParams.get("produit")
    if (!id || !isId(id)) throw new Error("The form names no product")
    await send(page, path, fields, someone.from)
    const offered = async () =>
      (
        await read<{ entries: EntryView[] }>(journalPage, `/admin/journal?sujet=manual:${id}`, someone.from)
      ).entries.map(({ action, putBack }) => [action, putBack])
    expect((await offered())[0]).toEqual(["manual.saved", true])
    await saveManual(
      someone.actor,
      id,
      { sections: [{ title: "Allumer", content: "Poussez." }] },
      (await readStoredManual(id))?.updatedAt ?? null,
    )
    expect((await offered()).filter(([, putBack]) => putBack)).toEqual([])
  })
})
