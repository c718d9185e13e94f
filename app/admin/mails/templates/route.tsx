import { listCustomizedTemplates } from "../../../../server/outside/mails/edit-sentences.ts"
import type { MailName } from "../../../../server/platform/mail/mails.ts"
import { bookingTemplatesByName } from "../../../../server/outside/mails/templates/booking-templates.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { type MailKind, mailKinds } from "../../kit/mails-url.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import type { Route } from "./+types/route"
import { TemplatesScreen } from "./screen.tsx"

const title = "Modèles d’e-mails"

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context)
  const customizedTemplates = await loadScreen("Error loading mail templates", listCustomizedTemplates)
  return {
    templates: (Object.keys(mailKinds) as MailKind[]).map((name) => ({
      name,
      label: mailKinds[name],
      group: mailGroupOf(name),
      isCustomized: customizedTemplates.has(name),
    })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function MailTemplates({ loaderData }: Route.ComponentProps) {
  return <TemplatesScreen title={title} {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les modèles n’ont pas pu être chargés" />
}

function mailGroupOf(template: MailName): "booking" | "owner" | "account" {
  if (template.endsWith("-owner") || template === "contact-message") return "owner"
  return Object.hasOwn(bookingTemplatesByName, template) || template === "booking-message" ? "booking" : "account"
}
