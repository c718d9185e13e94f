import { Link } from "react-router"
import { DataTable } from "../../ui/data-table.tsx"
import { Notice } from "../../ui/notice.tsx"
import type { StaleEditView } from "./order-view.ts"

/** Another administrator changed the booking while it was being changed here: both versions, and the way to either. */
export function EditStale({ stale: { told, when, facts }, freshHref }: { stale: StaleEditView; freshHref: string }) {
  return (
    <Notice tone="warning" title={`${told}, ${when}`} live>
      <div className="stack gap-3">
        {facts.length > 0 ? (
          <DataTable
            caption="Les deux versions"
            captionHidden
            rows={facts}
            rowKey={({ label }) => label}
            columns={[
              { key: "fact", label: "Ce qui diffère", cell: ({ label }) => label },
              { key: "mine", label: "Votre saisie", cell: ({ mine }) => mine },
              { key: "stored", label: "Ce qui est enregistré", cell: ({ stored }) => stored },
            ]}
          />
        ) : (
          <p>Ce que vous avez saisi est déjà ce qui est enregistré.</p>
        )}
        <p>
          Rien n’a été enregistré. Enregistrez pour mettre votre saisie à la place, ou{" "}
          <Link to={freshHref} preventScrollReset>
            repartez de ce qui est enregistré
          </Link>
          .
        </p>
      </div>
    </Notice>
  )
}
