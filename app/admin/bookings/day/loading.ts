import type { Day } from "../../../../domain/day.ts"
import type { BookingId } from "../../../../domain/id.ts"
import type { RentedMachine } from "../../../../domain/availability/rented-machines.ts"
import { unitsLabel } from "../../../../domain/availability/units.ts"
import { photosLabel } from "../../../../domain/pricing/prints.ts"
import { numberOfDays } from "../../../../domain/rental/rental.ts"
import type { LoadedItem } from "../../../../server/bookings/loading.ts"
import type { JobRental, JobStop, LoadedOption } from "../../../../server/bookings/job-sheets.ts"
import { daySheetHref } from "../../kit/booking/bookings-url.ts"

export type LoadingRow = {
  bookingId: BookingId
  item: string
  label: string
  detail: string | null
  /** "Arrêt 2, Perrin" */
  stop: string
  isLoaded: boolean
}

/** Consumables stay with the customer. */
export type LoadingList = { equipment: LoadingRow[]; consumables: LoadingRow[] }

export const loadingHref = (day: Day) => `${daySheetHref(day)}?liste=chargement`

export function loadingList(stops: readonly JobStop[], loaded: readonly LoadedItem[]): LoadingList {
  const rows = (itemsOf: (rental: JobRental) => Omit<LoadingRow, "bookingId" | "stop" | "isLoaded">[]) =>
    stops.flatMap(({ leg, job }, index) =>
      leg === "back"
        ? []
        : job.rentals.flatMap((rental) =>
            itemsOf(rental).map((row) => ({
              ...row,
              bookingId: job.id,
              stop: `Arrêt ${index + 1}, ${job.client.name}`,
              isLoaded: loaded.some(({ bookingId, item }) => bookingId === job.id && item === row.item),
            })),
          ),
    )
  return {
    equipment: rows((rental) => [
      ...rental.machines.flatMap((machine, index) => machineItems(rental, machine, index)),
      ...optionItems(rental, rental.optionsToCollect),
    ]),
    consumables: rows((rental) => [...optionItems(rental, rental.consumables), ...packItems(rental)]),
  }
}

function machineItems({ position }: JobRental, { name, count, units }: RentedMachine, index: number) {
  // One at a time: the unit changes during the rental, or there is none.
  if (units.length === 0 || count === 1) {
    const label = count > 1 ? `${count}\u00a0× ${name}` : name
    const numbers = units.map(({ unit }) => unit).join("-")
    return [{ item: `${position}:${index}:${numbers}`, label, detail: unitsLabel(units) || null }]
  }
  return units.map((unit) => ({
    item: `${position}:${index}:${unit.unit}`,
    label: name,
    detail: unitsLabel([unit]),
  }))
}

function optionItems({ position }: JobRental, options: readonly LoadedOption[]) {
  return options.map(({ id, name, quantity }) => ({
    item: `${position}:${id}`,
    label: quantity > 1 ? `${name} × ${quantity}` : name,
    detail: null,
  }))
}

function packItems(rental: JobRental) {
  const { position, photoPacks: packs, photoPackQuantity: perPack } = rental
  if (packs === 0) return []
  const label = packs > 1 ? `Pack photo × ${packs}` : "Pack photo"
  return [{ item: `${position}:photos`, label, detail: photosLabel({ packs, perPack, days: numberOfDays(rental) }) }]
}
