import { tariffSentences } from "../../../domain/pricing/price-rule-labels.ts"
import { planPriceLabel } from "../../../domain/pricing/plan-labels.ts"
import { type RatePlan, lastDayOfPlans, offersPlans, planOrUsual } from "../../../domain/pricing/rate-plan.ts"
import { type ProductCalendar, planDay } from "../../../domain/availability/calendar.ts"
import { partOfDay } from "../../../domain/availability/day-part.ts"
import { toInstantTerms } from "../../../domain/booking/instant.ts"
import { displayedMonth } from "../../../domain/availability/months.ts"
import { rentalWindow } from "../../../domain/availability/rentable-days.ts"
import { type Day, dayInParis, isMonth, monthGrid, monthOf } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import { isPhotoPackOption } from "../../../domain/pricing/options.ts"
import {
  findDayAvailability,
  readProductCalendar,
  listUpcomingConfirmedDays,
} from "../../../server/availability/queries.ts"
import { findFirstFreeMonth, hasNoFreeDay } from "../../../server/availability/first-free-month.ts"
import { readGallery } from "../../../server/catalog/gallery.ts"
import type { ProductForRent, ProductOption } from "../../../server/catalog/queries.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import type { MonthView, OfferedOption, PlanView, ProductDetailView } from "./view.ts"
import { type AvailabilityViewer, priceFrom, resolveSearch, quoteForPlace } from "../kit/catalog.server.ts"

/** "?mois=2027-06", else the month of the requested date, else the first with free days. */
export async function readProductDetail(
  product: ProductForRent,
  values: URLSearchParams,
  viewer: AvailabilityViewer,
): Promise<ProductDetailView> {
  const today = dayInParis(viewer.at)
  const search = await resolveSearch(values, today)
  const { day } = search
  const [month, confirmedDays, answers, delivery, pictures] = await Promise.all([
    readMonth(product, values.get("mois") ?? (day && monthOf(day)), viewer),
    listUpcomingConfirmedDays(product.id, today),
    day === null ? null : findDayAvailability([product], day, viewer),
    quoteForPlace(search),
    readGallery(product.id),
  ])
  const answer = answers?.get(product.id)
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    from: priceFrom(product),
    parts: product.parts.map(({ name, units }) => (units > 1 ? `${units}\u00a0× ${name}` : name)),
    plans: offersPlans(product.plans) ? product.plans.map((plan) => toPlanView(plan, product.price)) : [],
    tariffs: tariffSentences(product.rules, { productId: product.id, plans: product.plans, today }),
    features: product.features,
    includedPhotos: product.includedPhotos,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    instant: toInstantTerms(product),
    gallery: pictures.map(({ id, caption, imageAlt, image, film }) => ({
      id,
      caption,
      // Without description and caption, the alternative text names the product.
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
    options: listOfferedOptions(product.offers),
    confirmedDays,
    units: product.stock,
    month,
    search,
    requested: day !== null && answer ? { day, answer } : null,
    delivery,
  }
}

async function readMonth(
  product: ProductForRent,
  requestedMonth: string | null,
  viewer: AvailabilityViewer,
): Promise<MonthView> {
  const firstSheet = await readSheet(product, requestedMonth, viewer)
  if (requestedMonth !== null || !hasNoFreeDay(firstSheet)) return firstSheet
  const month = await findFirstFreeMonth(product, planOrUsual(product.plans), viewer)
  return month === null ? firstSheet : readSheet(product, month, viewer)
}

async function readSheet(
  product: ProductForRent,
  requestedMonth: string | null,
  viewer: AvailabilityViewer,
): Promise<MonthView> {
  const today = dayInParis(viewer.at)
  const sheet = displayedMonth(rentalWindow(product, today), {
    requested: requestedMonth !== null && isMonth(requestedMonth) ? requestedMonth : null,
  })
  const { month } = sheet
  const days = monthGrid(month)
  const last = lastDayOfPlans(product.plans, days.at(-1) as Day)
  const calendar = await readProductCalendar(product, days[0] as Day, last, viewer)
  return { ...sheet, today, days: days.map((day) => toMonthDay(day, calendar, product.plans)) }
}

/** A day without the usual plan may still have another one. */
function toMonthDay(day: Day, calendar: ProductCalendar, plans: readonly RatePlan[]): MonthView["days"][number] {
  const usualPlan = planOrUsual(plans)
  const usual = planDay(day, calendar, usualPlan)
  if (usual.state === "free" || usual.state === "past")
    return { day, state: usual.state, part: partOfDay(usual.starts), plan: null }
  const [other] = plans.flatMap((plan) => {
    const { state, starts } = planDay(day, calendar, plan)
    return state === "free" && plan !== usualPlan ? [{ part: partOfDay(starts) ?? partly, plan: plan.id }] : []
  })
  return other ? { day, state: "free", ...other } : { day, state: usual.state, part: null, plan: null }
}

const partly = { word: "libre en partie", shortWord: "partiel" }

function toPlanView(plan: RatePlan, dailyPrice: Cents): PlanView {
  const { id, name, sentence, includes } = plan
  return { id, name, sentence, includes, price: planPriceLabel(plan, dailyPrice) }
}

/** Photo packs have their own line (D5). */
function listOfferedOptions(offers: readonly ProductOption[]): ProductDetailView["options"] {
  const visibleOptions = offers.filter(({ name }) => !isPhotoPackOption(name))
  return visibleOptions
    .filter(({ parentId }) => parentId === null)
    .map((option) => ({
      ...toOfferedOption(option),
      subOptions: visibleOptions.filter(({ parentId }) => parentId === option.id).map(toOfferedOption),
    }))
}

function toOfferedOption(offer: ProductOption): OfferedOption {
  const { id, parentId, name, description, price, unit, isOnce, choiceGroup, image } = offer
  const picture = pictureOf(image, "")
  return { id, parentId, name, description, price, unit, isOnce, choiceGroup, picture, subOptions: [] }
}
