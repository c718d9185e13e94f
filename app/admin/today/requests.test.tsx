import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { BookingLine } from "../kit/booking/line.ts"
import { TodayRequests } from "./requests.tsx"

const booked: BookingLine = {
  id: "00000000-0000-4000-8000-000000000001",
  number: 1,
  status: "pending",
  clientName: "",
  productName: "Photobooth",
  dates: ["2027-06-12"],
  rentals: null,
  total: 25_000,
  isDelivery: false,
  address: { street: "1 rue du Port", zipCode: "77000", city: "Melun", instructions: "" },
  distanceToConfirm: false,
  createdAt: new Date("2027-05-01T09:00:00Z"),
  answerDueAt: new Date("2027-05-02T09:00:00Z"),
  isExample: false,
  isDemonstration: false,
}

test.each([
  [0, "Une réponse est promise dans les 24 h."],
  [1, "Une attend depuis plus longtemps que les 24 h promises."],
  [4, "4 attendent depuis plus longtemps que les 24 h promises."],
])("requests that wait beyond the promised time are counted in a French sentence: %s", (late, sentence) => {
  const pending = { items: [], count: 4, late, latest: null }
  const Screen = createRoutesStub([
    { path: "/", Component: () => <TodayRequests pending={pending} instant={[]} answered={{}} now={new Date()} /> },
  ])
  expect(renderToStaticMarkup(<Screen />).replaceAll("\u00a0", " ")).toContain(`>${sentence}<`)
})

test("the latest arrival is named when more requests wait than are listed", () => {
  const now = new Date("2027-05-01T09:03:00Z")
  const request = (number: number, clientName: string): BookingLine => ({
    ...booked,
    id: `00000000-0000-4000-8000-00000000000${number}`,
    number,
    clientName,
  })
  const [first, last] = [request(1, "Claire Martin"), request(2, "Sophie Lambert")]
  const show = (lines: BookingLine[]) => {
    const pending = { items: lines, count: 2, late: 0, latest: last }
    const Screen = createRoutesStub([
      { path: "/", Component: () => <TodayRequests pending={pending} instant={[]} answered={{}} now={now} /> },
    ])
    return renderToStaticMarkup(<Screen />)
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/&nbsp;|\u00a0/g, " ")
  }
  expect(show([first])).toContain("Dernière arrivée : Sophie Lambert, Photobooth, samedi 12 juin 2027, il y a 3 min.")
  expect(show([first, last])).not.toContain("Dernière arrivée")
})

test("a booking confirmed at once stands under the requests, with its age", () => {
  const now = new Date("2027-05-01T09:03:00Z")
  const pending = { items: [], count: 0, late: 0, latest: null }
  const instant = [{ ...booked, status: "confirmed" as const, clientName: "Claire Martin" }]
  const Screen = createRoutesStub([
    { path: "/", Component: () => <TodayRequests pending={pending} instant={instant} answered={{}} now={now} /> },
  ])
  expect(renderToStaticMarkup(<Screen />).replaceAll(/<[^>]*>/g, "")).toContain(
    "Confirmées immédiatementClaire Martin, Photobooth",
  )
})
