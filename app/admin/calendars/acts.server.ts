import { data, href } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { MAX_FEED_NAME, MAX_FEEDS, feedParts } from "../../../domain/calendar/feed.ts"
import { makeShopFeed, revokeFeed } from "../../../server/calendar-feeds/manage.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { idField, list, nameUpTo, ticked } from "../../http/form-fields.ts"
import { act } from "../../http/forms.server.ts"
import { redirectWith } from "../kit/flash.server.ts"

const FeedForm = z.object({
  name: nameUpTo(MAX_FEED_NAME),
  product: z.union([idField, z.literal("")]).default(""),
  shows: list(z.array(z.enum(feedParts)).max(feedParts.length)),
  namesPeople: ticked,
})

/** Makes an address for a calendar, and takes it back. */
export function calendarActs(editor: Administrator) {
  return {
    creer: act(
      FeedForm,
      async ({ name, product, shows, namesPeople }, form) => {
        const made = await makeShopFeed(editor, { name, productId: product || null, shows, namesPeople })
        if (made.ok) {
          const address = canonicalUrl(href("/calendar/:file", { file: `${made.value.token}.ics` }))
          // The only time that it is shown.
          return data({ address }, { headers: { "Cache-Control": "no-store" } })
        }
        switch (made.error.kind) {
          case "too-many":
            return form.refuse({ form: `Vous avez déjà ${MAX_FEEDS} liens\u00A0: retirez-en un d’abord.` })
          case "no-such-product":
            return form.refuse({ product: "Ce produit n’existe plus." })
        }
      },
      { log: "Error making an address for a calendar", failed: "Le lien n’a pas pu être créé." },
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
