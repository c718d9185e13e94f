import { data, href, redirect } from "react-router"
import { z } from "zod"
import { MAX_FEED_NAME, MAX_FEEDS } from "../../../../domain/calendar/feed.ts"
import { actorOf } from "../../../../server/accounts/auth/visitor.ts"
import { listAccountFeeds, createAccountFeed, revokeFeed } from "../../../../server/outside/calendar-feeds/manage.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { idField, optionalName } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { CalendarPage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mon agenda", canonical: null })

export async function loader({ context, url }: Route.LoaderArgs) {
  const visitor = requireOwnAccount(context)
  const feeds = await loadScreen("Error loading the addresses of calendars", () => listAccountFeeds(visitor.profile.id))
  return {
    feeds: feeds.map(({ id, name, createdAt, readAt }) => ({ id, name, createdAt, readAt })),
    revoked: url.searchParams.get("fait") === "retire",
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  return handleForm(request, {
    creer: act(
      z.object({ name: optionalName(MAX_FEED_NAME) }),
      async ({ name }, form) => {
        const result = await createAccountFeed(visitor, name)
        if (!result.ok) return form.refuse({ form: `Vous avez déjà ${MAX_FEEDS} liens\u00A0: retirez-en un d’abord.` })
        const address = canonicalUrl(href("/calendar/:file", { file: `${result.value.token}.ics` }))
        // The address is displayed only once.
        return data({ address }, { headers: { "Cache-Control": "no-store" } })
      },
      {
        log: "Error making an address for a calendar",
        failed: "Le lien n’a pas pu être créé. Réessayez dans un instant.",
      },
    ),
    retirer: act(
      z.object({ feed: idField }),
      async ({ feed }) => {
        await revokeFeed(actorOf(visitor), "account", feed)
        return redirect(`${href("/account/agenda")}?fait=retire`, 303)
      },
      {
        log: "Error revoking the address of a calendar",
        failed: "Le lien n’a pas pu être retiré. Réessayez dans un instant.",
      },
    ),
  })
}

/** Passes on `no-store`, so that no cache stores the link. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Calendar({ loaderData, actionData }: Route.ComponentProps) {
  return <CalendarPage {...loaderData} answer={actionData ?? null} />
}
