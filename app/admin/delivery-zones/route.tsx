import { data, href } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { deliveryRateLabel } from "../../../domain/delivery/delivery-rule-labels.ts"
import { roundTripLabel } from "../../../domain/delivery/delivery-labels.ts"
import { type ZoneFields, type ZoneKind, readCodes, zoneKinds } from "../../../domain/delivery/zone.ts"
import { isId } from "../../../domain/id.ts"
import { formatMoney, parseEuros } from "../../../domain/money.ts"
import {
  type StoredZone,
  addDeliveryZone,
  listDeliveryZones,
  removeDeliveryZone,
  saveDeliveryZone,
} from "../../../server/shop/settings/delivery-zones.ts"
import { readFinanceSettings, toDeliveryRule } from "../../../server/shop/settings/queries.ts"
import { requiredText } from "../../http/form-fields.ts"
import { type CheckedForm, act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { eurosText } from "../kit/catalog/euros-text.ts"
import { parseLoadedForm, refuseStale, requireEditor, saveFailed } from "../kit/edits.server.ts"
import { EntryAct } from "../kit/entry-forms.ts"
import type { Flash } from "../kit/flash.ts"
import { redirectWith, refuseWithFlash, takeFlash, undoable } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { ZonesScreen } from "./screen.tsx"
import { type ZoneTexts, type ZonesView, kindFromAddress } from "./view.ts"

const path = href("/admin/zones-de-livraison")
const { title } = screens.deliveryZones
const gone: Flash = { kind: "error", title: "Cette zone n’existe plus", text: "Rien n’a été changé." }
const labels = { name: "Nom", fee: "Frais de livraison", codes: "Codes", fromKm: "De", toKm: "À" }

/** `?zone=` names a zone, or the kind of a new one. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [zones, settings] = await loadScreen("Error loading delivery zones", () =>
    Promise.all([listDeliveryZones(), readFinanceSettings()]),
  )
  const { flash, headers } = await takeFlash(request)
  const address = url.searchParams.get("zone")
  const removing = zones.find(({ id }) => id === url.searchParams.get("supprimer"))
  const editor = address === null ? null : toEditor(address, zones)
  const ordered = zoneKinds.flatMap((kind) => zones.filter((zone) => zone.kind === kind))
  const view: ZonesView = {
    zones: ordered.map((zone) => ({
      id: zone.id,
      kind: zone.kind,
      name: zone.name,
      fee: zone.fee === 0 ? "gratuite" : formatMoney(zone.fee),
      where: whereText(zone),
    })),
    editor,
    removing: removing ? { id: removing.id, name: removing.name } : null,
    rule: deliveryRateLabel(toDeliveryRule(settings)),
    flash,
  }
  return data(view, { headers, status: address !== null && editor === null ? 404 : 200 })
}

function whereText(zone: ZoneFields): string {
  if (zone.kind === "ring") return `de ${zone.fromKm} à ${roundTripLabel(zone.toKm)}`
  return codesOf(zone).join(", ")
}

function codesOf(zone: ZoneFields): readonly string[] {
  if (zone.kind === "ring") return []
  return zone.kind === "postcode" ? zone.postcodes : zone.departments
}

function toEditor(address: string, zones: readonly StoredZone[]): ZonesView["editor"] {
  const kind = kindFromAddress(address)
  const stored = zones.find(({ id }) => id === address)
  if (stored)
    return { id: stored.id, version: stored.updatedAt.toISOString(), kind: stored.kind, texts: zoneTexts(stored) }
  return kind && { id: "", version: "", kind, texts: { name: "", fee: "", codes: "", fromKm: "", toKm: "" } }
}

function zoneTexts(zone: ZoneFields): ZoneTexts {
  const [fromKm, toKm] = zone.kind === "ring" ? [String(zone.fromKm), String(zone.toKm)] : ["", ""]
  return { name: zone.name, fee: eurosText(zone.fee), codes: codesOf(zone).join(", "), fromKm, toKm }
}

const MAX_FEE = 10_000_000
const feeMessage = "Les frais sont un montant en euros, par exemple 40 ou 0."
const kmMessage = "Indiquez un nombre de kilomètres."

const terms = {
  name: requiredText("Donnez un nom à la zone.", 60),
  fee: z
    .string({ error: feeMessage })
    .transform(parseEuros)
    .refine((fee) => fee !== null && fee >= 0 && fee <= MAX_FEE, feeMessage)
    .transform((fee) => fee ?? 0),
}

const codes = (kind: "postcode" | "department", message: string) =>
  z.string({ error: message }).transform((text, context) => {
    const read = readCodes(kind, text)
    if (read) return read
    context.addIssue({ code: "custom", message })
    return z.NEVER
  })

const km = z
  .string({ error: kmMessage })
  .trim()
  .regex(/^\d{1,5}$/, kmMessage)
  .transform(Number)

const zoneForms: Readonly<Record<ZoneKind, z.ZodType<ZoneFields>>> = {
  postcode: z
    .object({ ...terms, codes: codes("postcode", "Indiquez des codes postaux de cinq chiffres.") })
    .transform(({ codes: postcodes, ...rest }) => ({ kind: "postcode" as const, ...rest, postcodes })),
  department: z
    .object({ ...terms, codes: codes("department", "Indiquez des numéros de département, par exemple 77 ou 2A.") })
    .transform(({ codes: departments, ...rest }) => ({ kind: "department" as const, ...rest, departments })),
  ring: z
    .object({ ...terms, fromKm: km, toKm: km })
    .refine(({ fromKm, toKm }) => toKm >= fromKm, {
      path: ["toKm"],
      message: "Le maximum est plus petit que le minimum.",
    })
    .transform((fields) => ({ kind: "ring" as const, ...fields })),
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const answer = (flash: Flash) => redirectWith(flash, path)
  return handleForm(request, {
    enregistrer: (posted: PostedForm) => {
      const kind = zoneKinds.find((each) => each === posted.fields.get("kind")) ?? "ring"
      const failure = { log: "Error saving a delivery zone", failed: saveFailed }
      return act(zoneForms[kind], (fields, form) => save(editor, { fields, form, answer }), failure)(posted)
    },
    supprimer: act(
      EntryAct,
      async ({ id }) => {
        const removed = await removeDeliveryZone({ actor: editor, id })
        if (!removed.ok) return answer(gone)
        return answer({ kind: "success", title: "Zone supprimée", ...undoable("zone.removed", removed.value) })
      },
      {
        log: "Error removing a delivery zone",
        failed: "La zone n’a pas pu être supprimée",
        refused: refuseWithFlash(path),
      },
    ),
  })
}

type SaveZone = { fields: ZoneFields; form: CheckedForm; answer: (flash: Flash) => Promise<Response> }

async function save(actor: Staff, { fields, form, answer }: SaveZone) {
  const id = form.fields.get("id") ?? ""
  if (!isId(id)) {
    await addDeliveryZone({ actor, fields })
    return answer({ kind: "success", title: "Zone ajoutée", text: "Ses frais comptent dès maintenant." })
  }
  const saved = await saveDeliveryZone({ actor, id, fields, loaded: parseLoadedForm(form) })
  if (saved.ok) return answer({ kind: "success", title: "Zone enregistrée" })
  if (saved.error.kind === "gone")
    return form.refuse(
      { form: "Cette zone a été supprimée entre-temps. Votre saisie est toujours là." },
      { status: 409 },
    )
  const stored = (await listDeliveryZones()).find((zone) => zone.id === id)
  return refuseStale(form, saved.error, {
    thing: "zone",
    labels,
    mine: zoneTexts(fields),
    stored: stored ? zoneTexts(stored) : {},
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function DeliveryZones({ loaderData, actionData }: Route.ComponentProps) {
  return <ZonesScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les zones n’ont pas pu être chargées" />
}
