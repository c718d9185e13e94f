import { data, href } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { isId } from "../../../domain/id.ts"
import { MAX_FEED_NAME, MAX_FEEDS, feedParts } from "../../../domain/calendar/feed.ts"
import {
  MAX_OUTSIDE_ADDRESS,
  MAX_OUTSIDE_CALENDARS,
  MAX_OUTSIDE_NAME,
  outsideFailureLabels,
  outsideEventScopes,
} from "../../../domain/availability/outside.ts"
import { addOutsideCalendar, removeOutsideCalendar } from "../../../server/outside/outside-calendars/manage.ts"
import { refreshOutsideCalendar } from "../../../server/outside/outside-calendars/refresh.ts"
import { createShopFeed, revokeFeed } from "../../../server/outside/calendar-feeds/manage.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { idField, list, optionalName, ticked } from "../../http/form-fields.ts"
import { act } from "../../http/forms.server.ts"
import type { Flash } from "../kit/flash.ts"
import { redirectWith } from "../kit/flash.server.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

const FeedForm = z.object({
  name: optionalName(MAX_FEED_NAME),
  product: z.union([idField, z.literal("")]).default(""),
  shows: list(z.array(z.enum(feedParts)).max(feedParts.length)),
  namesPeople: ticked,
})

const OutsideForm = z.object({
  outsideName: optionalName(MAX_OUTSIDE_NAME).refine((name) => name !== "", "Donnez un nom à cet agenda."),
  address: z
    .string()
    .trim()
    .min(1, "Collez l’adresse de l’agenda.")
    .max(MAX_OUTSIDE_ADDRESS, "Cette adresse est trop longue."),
  outsideProduct: z.string().refine(isId, "Choisissez un produit."),
  takes: z.enum(outsideEventScopes),
})

function refreshFlash(refreshed: Awaited<ReturnType<typeof refreshOutsideCalendar>>): Flash {
  if (refreshed === null)
    return { kind: "error", title: "Cet agenda n’est plus suivi", text: "Il a été retiré entre-temps." }
  if (!refreshed.ok)
    return {
      kind: "error",
      title: "L’agenda n’a pas pu être relu",
      text: `${capitalize(outsideFailureLabels[refreshed.error])}. Il est relu toutes les demi-heures.`,
    }
  return { kind: "success", title: "Agenda relu", text: takenDaysText(refreshed.value.events) }
}

function takenDaysText(events: number): string {
  if (events === 0) return "Il ne prend aucun jour à venir."
  if (events === 1) return "Un événement à venir occupe ce produit."
  return `${events.toLocaleString("fr-FR")} événements à venir occupent ce produit.`
}

export function calendarActs(editor: Staff) {
  return {
    creer: act(
      FeedForm,
      async ({ name, product, shows, namesPeople }, form) => {
        const created = await createShopFeed(editor, { name, productId: product || null, shows, namesPeople })
        if (created.ok) {
          const address = canonicalUrl(href("/calendar/:file", { file: `${created.value.token}.ics` }))
          // The only reply that contains the address.
          return data({ address }, { headers: { "Cache-Control": "no-store" } })
        }
        switch (created.error.kind) {
          case "too-many":
            return form.refuse({ form: `Vous avez déjà ${MAX_FEEDS} liens\u00A0: retirez-en un d’abord.` })
          case "no-such-product":
            return form.refuse({ product: "Ce produit n’existe plus." })
        }
      },
      { log: "Error making an address for a calendar", failed: "Le lien n’a pas pu être créé." },
    ),
    ajouter: act(
      OutsideForm,
      async ({ outsideName: name, address, outsideProduct: productId, takes }, form) => {
        const added = await addOutsideCalendar(editor, { name, address, productId, takes })
        if (added.ok)
          return redirectWith(
            { kind: "success", title: `Agenda «\u00A0${name}\u00A0» ajouté`, text: takenDaysText(added.value.events) },
            href("/admin/availability/agendas"),
          )
        switch (added.error.kind) {
          case "too-many":
            return form.refuse({
              form: `Vous suivez déjà ${MAX_OUTSIDE_CALENDARS} agendas d’ailleurs\u00A0: retirez-en un d’abord.`,
            })
          case "no-such-product":
            return form.refuse({ outsideProduct: "Ce produit n’existe plus." })
          case "unreadable":
            return form.refuse({
              address: `Cet agenda n’a pas pu être lu\u00A0: ${outsideFailureLabels[added.error.failure]}. Il n’est pas ajouté.`,
            })
          case "known-already":
            return form.refuse({ address: "Cet agenda est déjà suivi pour ce produit." })
          case "bad-address":
            return form.refuse({
              address: "Collez le lien iCal en entier\u00A0: il commence par https:// ou webcal://, sans port.",
            })
        }
      },
      { log: "Error adding a calendar of elsewhere", failed: "L’agenda n’a pas pu être ajouté." },
    ),
    actualiser: act(
      z.object({ calendar: idField }),
      async ({ calendar }) => {
        const refreshed = await refreshOutsideCalendar(calendar)
        return redirectWith(refreshFlash(refreshed), href("/admin/availability/agendas"))
      },
      { log: "Error refreshing a calendar of elsewhere", failed: "L’agenda n’a pas pu être relu." },
    ),
    oublier: act(
      z.object({ calendar: idField }),
      async ({ calendar }) => {
        await removeOutsideCalendar(editor, calendar)
        return redirectWith(
          { kind: "success", title: "Agenda retiré", text: "Les jours qu’il prenait sont de nouveau libres." },
          href("/admin/availability/agendas"),
        )
      },
      { log: "Error removing a calendar of elsewhere", failed: "L’agenda n’a pas pu être retiré." },
    ),
    retirer: act(
      z.object({ feed: idField }),
      async ({ feed }) => {
        await revokeFeed(editor, "shop", feed)
        return redirectWith(
          { kind: "success", title: "Lien retiré", text: "Il ne répond plus." },
          href("/admin/availability/agendas"),
        )
      },
      { log: "Error revoking the address of a calendar", failed: "Le lien n’a pas pu être retiré." },
    ),
  }
}
