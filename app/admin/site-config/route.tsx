import { data, href } from "react-router"
import type { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { type SiteTexts, saveSiteConfig, siteVersion } from "../../../server/shop/content/edit-site.ts"
import { readSite, readSiteConfig } from "../../../server/shop/content/site.ts"
import { readFinanceSettings } from "../../../server/shop/settings/queries.ts"
import { acceptedImageTypes, uploadHint } from "../../../server/platform/images/refusals.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { SiteConfigScreen } from "./screen.tsx"
import type { SiteConfigView } from "./view.ts"
import { companyFieldLabels, companyFields, siteFieldLabels, siteFields } from "../kit/site-fields.ts"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, refuseStale, saveFailed, settingsSaved } from "../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { onePicture, pictureActs, storedPicture } from "../kit/picture/pictures.server.ts"
import { companyForm, siteForm } from "./schema.ts"

const here = href("/admin/site-config")
const { title } = screens.siteConfig

const pictures = {
  hero: { place: { bucket: "public", folder: "hero-images" }, holder: { kind: "hero" } },
  logo: { place: { bucket: "public", folder: "company-logos" }, holder: { kind: "logo" } },
} as const

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading site configuration", readView)
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

async function readView(): Promise<Omit<SiteConfigView, "flash">> {
  const [site, finance] = await Promise.all([readSite(), readFinanceSettings()])
  const names = [...companyFields, ...siteFields]
  const fields: ReadonlySet<string> = new Set(names)
  return {
    values: Object.fromEntries(names.map((name) => [name, String(site[name] ?? "")])) as SiteConfigView["values"],
    companyVersion: siteVersion(site, companyFields),
    siteVersion: siteVersion(site, siteFields),
    heroImage: storedPicture(site.heroImage, site.heroImageAlt),
    logo: storedPicture(site.logo, site.companyName),
    upload: { hint: uploadHint, accept: acceptedImageTypes },
    missing: missingFacts(site, finance).map(({ fact, label }) => ({ fact, label, isInFinance: !fields.has(fact) })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  // Cannot happen: the configuration always exists.
  const paths = { pagePath: here, gone: { flash: { kind: "error", title: saveFailed }, href: here } } as const
  return handleForm(
    request,
    {
      ...pictureActs(editor, pictures, paths),
      entreprise: saveAct(editor, companyForm, companyFieldLabels),
      enregistrer: saveAct(editor, siteForm, siteFieldLabels),
    },
    onePicture,
  )
}

function saveAct<Form extends z.ZodType<Partial<SiteTexts>>>(
  editor: Staff,
  form: Form,
  labels: Readonly<Record<string, string>>,
) {
  return act(
    form,
    async (texts, posted) => {
      const outcome = await saveSiteConfig(editor, texts, parseLoadedForm(posted))
      return outcome.ok
        ? redirectWith(settingsSaved, here)
        : refuseStale(posted, outcome.error, { thing: "page", labels, mine: texts, stored: await readSiteConfig() })
    },
    { log: "Error saving site configuration", failed: saveFailed },
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function SiteConfig({ loaderData, actionData }: Route.ComponentProps) {
  return <SiteConfigScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Erreur lors du chargement de la configuration" />
}
