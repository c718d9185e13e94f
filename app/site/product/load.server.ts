import { customerDay } from "../../../domain/availability/calendar.ts"
import { monthToShow } from "../../../domain/availability/months.ts"
import { rentalWindow } from "../../../domain/availability/rentable-days.ts"
import { type Day, dayInParis, isMonth, monthGrid, monthOf } from "../../../domain/day.ts"
import { isPhotoPackOption } from "../../../domain/pricing/options.ts"
import { answerForDay, productCalendar, upcomingConfirmedDays } from "../../../server/availability/queries.ts"
import { firstFreeMonth, hasNoFreeDay } from "../../../server/availability/first-free-month.ts"
import { readGallery } from "../../../server/catalog/gallery.ts"
import type { ProductForRent, ProductOption } from "../../../server/catalog/queries.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import type { MonthView, OfferedOption, ProductDetailView } from "./view.ts"
import { type SeenBy, checkedSearch, quoteForPlace } from "../kit/catalog.server.ts"

/** A product with the month of the URL ("?mois=2027-06"), or that of the date asked for, or this one. */
export async function productDetailOf(
  product: ProductForRent,
  values: URLSearchParams,
  seenBy: SeenBy,
): Promise<ProductDetailView> {
  const today = dayInParis(seenBy.at)
  const search = await checkedSearch(values, today)
  const { day } = search
  const [month, confirmedDays, answers, delivery, pictures] = await Promise.all([
    readMonth(product, values.get("mois") ?? (day && monthOf(day)), seenBy),
    upcomingConfirmedDays(product.id, today),
    day === null ? null : answerForDay([product], day, seenBy),
    quoteForPlace(search),
    readGallery(product.id),
  ])
  const answer = answers?.get(product.id)
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: product.price,
    features: product.features,
    includedPhotos: product.includedPhotos,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    gallery: pictures.map(({ id, caption, imageAlt, image, film }) => ({
      id,
      caption,
      // Who does not see it reads its description; where there is neither that nor a caption, whose it is.
      picture: pictureOf(image, imageAlt || (caption === "" ? product.name : "")),
      film: film && {
        src: film.url,
        type: film.mimetype,
        about: imageAlt,
        seconds: film.seconds,
        day: dayInParis(film.createdAt),
      },
    })),
    manualUrl:
      product.manualUrl !== null && /^(\/(?!\/)|https?:\/\/)/.test(product.manualUrl) ? product.manualUrl : null,
    securityDeposit: product.securityDeposit,
    photoPack: { price: product.photoPackPrice, quantity: product.photoPackQuantity },
    options: offeredOptions(product.offers),
    confirmedDays,
    units: product.stock,
    month,
    search,
    asked: day !== null && answer ? { day, answer } : null,
    delivery,
  }
}

/** The month that was asked for; without one the first in which there is something to rent. */
async function readMonth(product: ProductForRent, wanted: string | null, seenBy: SeenBy): Promise<MonthView> {
  const opening = await readSheet(product, wanted, seenBy)
  if (wanted !== null || !hasNoFreeDay(opening)) return opening
  const month = await firstFreeMonth(product, seenBy)
  return month === null ? opening : readSheet(product, month, seenBy)
}

async function readSheet(product: ProductForRent, wanted: string | null, seenBy: SeenBy): Promise<MonthView> {
  const today = dayInParis(seenBy.at)
  const shown = monthToShow(rentalWindow(product, today), { asked: wanted !== null && isMonth(wanted) ? wanted : null })
  const { month } = shown
  const days = monthGrid(month)
  const calendar = await productCalendar(product, days[0] as Day, days.at(-1) as Day, seenBy)
  return { ...shown, today, days: days.map((day) => ({ day, state: customerDay(day, calendar) })) }
}

/** Options with their sub-options; photo packs are counted on their own line (D5). */
function offeredOptions(offers: readonly ProductOption[]): ProductDetailView["options"] {
  const shown = offers.filter(({ name }) => !isPhotoPackOption(name))
  return shown
    .filter(({ parentId }) => parentId === null)
    .map((option) => ({
      ...offeredOption(option),
      subOptions: shown.filter(({ parentId }) => parentId === option.id).map(offeredOption),
    }))
}

function offeredOption({ id, name, description, price, unit }: ProductOption): OfferedOption {
  return { id, name, description, price, unit }
}
