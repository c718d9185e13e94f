import { data, href } from "react-router"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { findOutdatedText } from "../../../server/shop/content/edit-legal.ts"
import { listLegalTitles, readLegalText } from "../../../server/shop/content/legal.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { legalNames, legalOrder } from "../kit/legal-names.ts"
import { screens } from "../kit/screens.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Notice } from "../../ui/notice.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { takeFlash } from "../kit/flash.server.ts"

const { title } = screens.legal

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const texts = await loadScreen("Error loading content", async () => {
    const titles = new Map((await listLegalTitles()).map((text) => [text.page, text.title]))
    return Promise.all(
      legalOrder.map(async (page) => {
        const [text, outdated] = await Promise.all([readLegalText(page), findOutdatedText(page)])
        return {
          page,
          title: titles.get(page) ?? legalNames[page],
          version: text?.version ?? 0,
          outdated: outdated !== null,
          date: text ? dayMedium(dayInParis(text.publishedAt)) : null,
        }
      }),
    )
  })
  const { flash, headers } = await takeFlash(request)
  return data({ texts, flash }, { headers })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

type ListedText = { page: string; title: string; version: number; outdated: boolean; date: string | null }

const columns: readonly Column<ListedText>[] = [
  { key: "title", label: "Texte", cell: (text) => text.title },
  {
    key: "version",
    label: "Version",
    cell: ({ version, date, outdated }) => (
      <span>
        {date === null ? "Pas encore écrit" : `${version}, du ${date}`}
        {outdated && (
          <>
            {" "}
            <span className="tag bg-warn-wash text-warn">Réglages changés</span>
          </>
        )}
      </span>
    ),
  },
  { key: "edit", label: "Actions", cell: editLink, end: true },
]

function editLink({ page, title: name }: ListedText) {
  return (
    <ButtonLink
      variant="secondary"
      size="small"
      to={href("/admin/legal/:page", { page })}
      aria-label={`Modifier\u00a0: ${name}`}
    >
      Modifier
    </ButtonLink>
  )
}

export default function Legal({ loaderData: { texts, flash } }: Route.ComponentProps) {
  return (
    <>
      <header className="stack gap-1">
        <h1 className="title-page">{title}</h1>
        <p className="soft">Chaque enregistrement publie une nouvelle version.</p>
      </header>
      <FlashMessage flash={flash} />
      {texts.some(({ outdated }) => outdated) && (
        <Notice tone="warning" title="Des réglages ont changé depuis la publication">
          Ouvrez chaque texte marqué, lisez ce qui change, puis publiez une nouvelle version.
        </Notice>
      )}
      <div className="panel">
        <DataTable caption={title} captionHidden rows={texts} rowKey={({ page }) => page} columns={columns} />
      </div>
    </>
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Une erreur est survenue lors du chargement de la page" />
}
