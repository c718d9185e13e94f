import { randomUUID } from "node:crypto"
import { data, href } from "react-router"
import { z } from "zod"
import { MAX_REPORT_PHOTOS, MAX_REPORT_REMARKS, reportLabels } from "../../../../domain/booking/condition-report.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { isId } from "../../../../domain/id.ts"
import { type Result, err, ok } from "../../../../domain/result.ts"
import type { Signature } from "../../../../domain/contracts/evidence.ts"
import { MAX_NAME_LENGTH } from "../../../../domain/contracts/signature.ts"
import { machinesLabel } from "../../../../domain/availability/rented-machines.ts"
import { type RentedUnit, findRentedUnits } from "../../../../server/availability/booked-units.ts"
import type { UnitKey } from "../../../../server/availability/units.ts"
import { type RepairDays, planRepair } from "../../../../server/bookings/repair-unit.ts"
import { readJobSheet } from "../../../../server/bookings/job-sheets.ts"
import { type MachineInput, recordReport } from "../../../../server/booking-record/condition/record.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { idField } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { bookingIdFromParam } from "../../kit/booking/booking-id.server.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { repairMessage, repairProblemText } from "../../kit/catalog/repair-messages.server.ts"
import { repairForm } from "../../kit/catalog/repair-form.ts"
import { requireOwnStop } from "../../kit/own-stops.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { screens } from "../../kit/screens.ts"
import stylesheet from "../../../styles/bookings.css?url"
import { forgetFiles } from "../../../kit/drafts/stored-files.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import type { Route } from "./+types/route"
import { reportErrors } from "./problems.server.ts"
import { ReportScreen } from "./screen.tsx"
import { PHOTO_FIELD, machineSuffix, reportDraftName } from "./use-report-draft.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

const parseLeg = (text: string): Leg | null => (text === "depart" ? "out" : text === "retour" ? "back" : null)

async function requireReportTarget({ number, leg: text }: { number: string; leg: string }) {
  const leg = parseLeg(text)
  const id = leg && (await bookingIdFromParam(number))
  if (leg === null || id === null) throw data(null, { status: 404 })
  return { id, leg }
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const visitor = requireStaff(context)
  const { profile, role } = visitor
  const { id, leg } = await requireReportTarget(params)
  await requireOwnStop(visitor, id, [leg], new Date())
  const [job, units] = await loadScreen("Error loading booking", () =>
    Promise.all([readJobSheet(id, new Date()), leg === "back" && role !== "crew" ? findRentedUnits([id]) : []]),
  )
  if (!job) throw data(null, { status: 404 })
  return {
    leg,
    number: job.number,
    clientName: job.client.name,
    companyName: profile.name,
    machines: job.rentals.map(({ position, productName, machines, dates }) => ({
      position,
      productName,
      units: machinesLabel(machines),
      dates,
    })),
    repairable: units.map(({ productId, productName, unit }) => ({
      value: `${productId}/${unit}`,
      label: `${productName}, n°\u00a0${unit}`,
    })),
    open: job.status === "confirmed",
    today: dayInParis(new Date()),
    formKey: randomUUID(),
    owner: profile.id,
  }
}

const remarks = z
  .string()
  .trim()
  .max(MAX_REPORT_REMARKS, `Ne dépassez pas ${MAX_REPORT_REMARKS} caractères.`)
  .default("")

/** A machine of several may move on another day. */
function machineFields(machines: readonly { position: number }[]): Record<string, z.ZodType<string | undefined>> {
  const states = machines.length > 1 ? (["bon", "reserves", "absente"] as const) : (["bon", "reserves"] as const)
  return Object.fromEntries(
    machines.flatMap(({ position }) => {
      const suffix = machineSuffix(machines, position)
      return [
        [`etat${suffix}`, z.enum(states, { error: "Dites si le matériel est en bon état." })],
        [`remarques${suffix}`, remarks],
      ]
    }),
  )
}

const Report = z.object({
  cle: idField,
  reparer: z.string().max(60).default(""),
  "reparer-du": z.string().default(""),
  "reparer-au": z.string().default(""),
  "client-nom": z.string().trim().max(MAX_NAME_LENGTH).default(""),
  "client-trait": z.string().default(""),
  "client-signature": z.string().default(""),
  "loueur-nom": z.string().trim().max(MAX_NAME_LENGTH).default(""),
  "loueur-trait": z.string().default(""),
  "loueur-signature": z.string().default(""),
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const { id, leg } = await requireReportTarget(params)
  const visitor = requireStaff(context)
  const pageHref = visitor.role === "crew" ? screens.bookingDay.to : bookingPageHref(Number(params.number))
  const job = await readJobSheet(id, new Date())
  if (!job) throw data(null, { status: 404 })
  const record = act(
    Report.and(z.object(machineFields(job.rentals))),
    async (typed, form) => {
      const { machines, photoNames } = readMachines(job.rentals, typed, form.files)
      const repair = visitor.role !== "crew" && machines.some(({ damaged }) => damaged) ? parseRepair(typed) : null
      if (repair && !repair.ok) return form.refuse(repair.error)
      const recorded = await recordReport(editor, {
        id: typed.cle,
        bookingId: id,
        leg,
        machines,
        client: {
          name: typed["client-nom"],
          signature: parseSignature(typed["client-trait"], typed["client-signature"]),
        },
        company: {
          name: typed["loueur-nom"],
          signature: parseSignature(typed["loueur-trait"], typed["loueur-signature"]),
        },
      })
      if (!recorded.ok)
        return form.refuse(
          reportErrors(recorded.error, { suffix: (rental) => machineSuffix(job.rentals, rental), photoNames }),
        )
      const title = `${reportLabels[leg]} enregistré`
      if (
        repair &&
        !recorded.value.repeated &&
        (await findRentedUnits([id])).some((unit) => isSameUnit(unit, repair.value.key))
      )
        return recordRepair(editor, { ...repair.value, title, pageHref })
      return redirectWith(
        {
          kind: "success",
          title,
          text: "Son document scellé est prêt dans la minute\u00a0: le client le trouve avec sa réservation.",
        },
        pageHref,
      )
    },
    {
      log: "Error recording a condition report",
      details: () => ({ bookingId: id }),
      failed: "L’état des lieux n’a pas pu être enregistré. Réessayez dans un instant.",
    },
  )
  return handleForm(request, record, {
    maximumBytes: 512 * 1024,
    pictures: { prefix: PHOTO_FIELD, max: MAX_REPORT_PHOTOS * job.rentals.length },
  })
}

/** `photoNames`: the numbers of each machine's photographs, as its fields name them. */
function readMachines(
  rentals: readonly { position: number }[],
  typed: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, Uint8Array>,
) {
  const photoNames = new Map<number, string[]>()
  const machines = rentals.flatMap(({ position }): MachineInput[] => {
    const suffix = machineSuffix(rentals, position)
    const state = typed[`etat${suffix}`]
    if (state === "absente") return []
    const prefix = `${PHOTO_FIELD}${suffix === "" ? "" : `${position}-`}`
    const photos = [...files]
      .filter(([name]) => name.startsWith(prefix))
      .toSorted(([one], [other]) => one.localeCompare(other))
    photoNames.set(
      position,
      photos.map(([name]) => name.slice(prefix.length)),
    )
    return [
      {
        rental: position,
        damaged: state === "reserves",
        remarks: String(typed[`remarques${suffix}`] ?? ""),
        photos: photos.map(([, body]) => body),
      },
    ]
  })
  return { machines, photoNames }
}

type RequestedRepair = { key: UnitKey; days: RepairDays }

const isSameUnit = (unit: RentedUnit, { productId, number }: UnitKey) =>
  unit.productId === productId && unit.unit === number

function parseRepair(typed: z.output<typeof Report>): Result<RequestedRepair, FormErrors> | null {
  const [productId = "", number] = typed.reparer.split("/")
  if (!isId(productId)) return null
  const checked = repairForm(dayInParis(new Date())).safeParse({ du: typed["reparer-du"], au: typed["reparer-au"] })
  if (!checked.success)
    return err(
      Object.fromEntries(checked.error.issues.map(({ path, message }) => [`reparer-${String(path[0])}`, message])),
    )
  const { du: firstDay, au: lastDay } = checked.data
  return ok({ key: { productId, number: Number(number) }, days: { firstDay, lastDay } })
}

async function recordRepair(
  editor: Staff,
  { key, days, title, pageHref }: RequestedRepair & { title: string; pageHref: string },
) {
  const planned = await planRepair({ actor: editor, key, days })
  if (planned.ok) {
    const { title: repair, text } = repairMessage(planned.value, days)
    return redirectWith({ kind: "success", title: `${title}. ${repair}`, text }, pageHref)
  }
  const unitPath = href("/admin/products/:id/exemplaires/:number", { id: key.productId, number: String(key.number) })
  const text =
    planned.error.kind === "needs-consent"
      ? "La réparation laisse une réservation sans exemplaire. Confirmez-la ici."
      : repairProblemText(planned.error)
  return redirectWith(
    { kind: "error", title: `${title}, sans la réparation`, text },
    `${unitPath}?${new URLSearchParams({ du: days.firstDay, au: days.lastDay })}`,
  )
}

/** Deletes the photographs stored on the device only once the server has them. */
export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (answer) {
    const leg = parseLeg(params.leg)
    if (answer instanceof Response && answer.status < 400 && leg !== null)
      await forgetFiles(reportDraftName(Number(params.number), leg))
    throw answer
  }
}

function parseSignature(strokes: string, typed: string): Signature {
  if (strokes === "") return { kind: "typed", text: typed }
  try {
    const parsed: unknown = JSON.parse(strokes)
    return { kind: "drawn", strokes: Array.isArray(parsed) ? parsed : [] }
  } catch {
    return { kind: "drawn", strokes: [] }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `${reportLabels[loaderData.leg]}, réservation n°\u00a0${loaderData.number}` : "État des lieux",
    canonical: null,
  })

export default function ConditionReport({ loaderData, actionData }: Route.ComponentProps) {
  return <ReportScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (typeof error === "object" && error !== null && "status" in error && error.status === 404)
    return (
      <ScreenGone
        title="État des lieux"
        message="Cette réservation n’existe pas"
        to={screens.bookingDay.to}
        label="Voir aujourd’hui"
      />
    )
  return <BookingsUnreadable />
}
