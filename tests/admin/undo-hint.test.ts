import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as faqPage from "../../app/admin/faq/route.tsx"
import * as leadsPage from "../../app/admin/leads/route.tsx"
import * as messagesPage from "../../app/admin/messages/route.tsx"
import * as optionsPage from "../../app/admin/options/route.tsx"
import * as rulesPage from "../../app/admin/price-rules/route.tsx"
import * as zonesPage from "../../app/admin/delivery-zones/route.tsx"
import * as planPage from "../../app/admin/products/plan/route.tsx"
import * as unitPage from "../../app/admin/products/unit/route.tsx"
import * as productPage from "../../app/admin/products/product/route.tsx"
import * as productsPage from "../../app/admin/products/route.tsx"
import * as servicesPage from "../../app/admin/pages/services/route.tsx"
import * as testimonialsPage from "../../app/admin/testimonials/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import { undoHintLater } from "../../app/admin/kit/undo-hint.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import type { UndoableAction } from "../../domain/journal/acts.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { addIncident } from "../../server/bookings/machines/incidents.ts"
import { addToGallery } from "../../server/catalog/gallery.ts"
import { addSlide } from "../../server/shop/content/carousel.ts"
import { addDeliveryZone } from "../../server/shop/settings/delivery-zones.ts"
import { addFaqEntry } from "../../server/shop/content/edit-faq.ts"
import { addTestimonial } from "../../server/shop/content/edit-testimonials.ts"
import { db } from "../../server/platform/database.server.ts"
import { addCall } from "../../server/leads/edit-leads.ts"
import { contactMessages, images } from "../../server/platform/schema/content.ts"
import { makeCustomer, makeOption, makeOrder, makePlan, makeProduct, makeRule } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, pressUndo, send } from "./back-office.ts"

type Someone = Awaited<ReturnType<typeof administrator>>
let someone: Someone
beforeAll(async () => {
  await freshDatabase()
  someone = await administrator()
})

type Act = {
  page: { action: (args: never) => unknown }
  path: string
  fields: Record<string, string> | [string, string][]
  params?: Record<string, string>
  rows: string
}

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

async function makeBooking(stock = 1) {
  return bookProduct((await makeProduct({ stock })).id)
}

async function bookProduct(product: ProductId) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(product, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const bookingRows =
  "select id, status, answer_due_at, expires_at, confirmed_at, contract_due_at, (select array_agg(unit) from unit_days where booking_id = bookings.id) from bookings order by id"
const closedRows =
  "select product_id, date, is_available, reason from available_dates where not is_available order by 1, 2"

const acts: Record<UndoableAction, (someone: Someone) => Promise<Act>> = {
  "booking.confirmed": async () => ({
    page: todayPage,
    path: "/admin/aujourdhui",
    fields: { intent: "confirmer", reservation: (await makeBooking()).id, statut: "pending" },
    rows: bookingRows,
  }),
  "booking.refused": async () => ({
    page: bookingsPage,
    path: "/admin/bookings",
    fields: { intent: "refuser", reservation: (await makeBooking()).id, statut: "pending" },
    rows: bookingRows,
  }),
  "booking.cancelled": async ({ actor }) => {
    const { id } = await makeBooking()
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
  "availability.blocked": async () => ({
    page: bookingsPage,
    path: "/admin/bookings",
    fields: { intent: "bloquer", produit: (await makeProduct()).id, jours: day, motif: "Salon" },
    rows: closedRows,
  }),
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
    fields: { intent: "supprimer", id: (await makeBooking()).productId },
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
  "plan.removed": async () => {
    const { id } = await makeProduct()
    const plan = (await makePlan(id)).id
    return {
      page: planPage,
      path: `/admin/products/${id}/formules/${plan}`,
      params: { id, plan },
      fields: { intent: "supprimer" },
      rows: "select * from rate_plans order by id",
    }
  },
  "zone.removed": async ({ actor }) => {
    const fields = { kind: "department", name: "Brie", fee: 4_000, departments: ["77"] } as const
    return {
      page: zonesPage,
      path: "/admin/zones-de-livraison",
      fields: { intent: "supprimer", id: await addDeliveryZone({ actor, fields }) },
      rows: "select * from delivery_zones order by id",
    }
  },
  "rule.removed": async () => {
    const { id } = await makeRule()
    return {
      page: rulesPage,
      path: "/admin/regles-de-prix",
      fields: { intent: "supprimer", id },
      rows: "select * from price_rules order by id",
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
  "lead.removed": async ({ actor }) => {
    const id = crypto.randomUUID()
    await addCall(actor, { id, name: "Zoé", email: "", phone: "0612345678", note: "Rappeler" })
    return {
      page: leadsPage,
      path: "/admin/demandes",
      fields: { intent: "supprimer", id },
      rows: "select * from leads order by id",
    }
  },
  "unit.incident-removed": async ({ actor }) => {
    const { id } = await makeProduct()
    const added = await addIncident({
      actor,
      key: { productId: id, number: 1 },
      incident: { day: dayInParis(new Date()), words: "Câble arraché", cost: 1_250, reportId: null },
    })
    if (!added.ok) throw new Error(added.error.kind)
    return {
      page: unitPage,
      path: `/admin/products/${id}/exemplaires/1`,
      params: { id, number: "1" },
      fields: { intent: "supprimer-incident", incident: added.value },
      rows: "select * from unit_incidents order by id",
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
}

const readRows = async (query: string) => (await db.execute(sql.raw(query))).rows

describe("refusing, cancelling, deleting, closing and archiving", () => {
  test.each(Object.keys(acts) as UndoableAction[])(
    "the message of %s offers to undo it, says how to return later, and undo restores everything",
    async (name) => {
      const { page, path, fields, params, rows } = await acts[name](someone)
      const before = await readRows(rows)
      const sent = await send(page, { path, fields, from: someone.from, params })
      expect(sent.flash).toMatchObject({
        kind: "success",
        undo: expect.any(Number),
        text: expect.stringContaining(undoHintLater(name)),
      })
      expect(await readRows(rows)).not.toEqual(before)
      expect((await pressUndo(sent, someone.from)).flash?.kind).toBe("success")
      expect(await readRows(rows)).toEqual(before)
    },
  )

  test("a record whose picture was erased is restored without it, and a lone picture is not restored", async () => {
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
    const removed = await send(productsPage, {
      path: "/admin/products",
      fields: { intent: "supprimer", id },
      from: someone.from,
    })
    const photo = await addSlide(someone.actor, url)
    const gone = await send(servicesPage, {
      path: "/admin/services",
      fields: { intent: "supprimer", photo },
      from: someone.from,
    })
    await db.delete(images)
    const { flash } = await pressUndo(removed, someone.from)
    expect(flash).toMatchObject({
      kind: "success",
      title: "C’est remis en place",
      text: expect.stringContaining("n’est plus conservée"),
    })
    expect(await readRows(`select name, image_url from products where id = '${id}'`)).toEqual([
      { name: "Borne à image", image_url: null },
    ])
    expect((await pressUndo(gone, someone.from)).flash).toMatchObject({
      kind: "error",
      title: "Cette image n’est plus conservée",
    })
  })
})
