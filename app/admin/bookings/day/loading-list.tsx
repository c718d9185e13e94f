import { useFetcher } from "react-router"
import Check from "lucide-react/icons/check"
import type { Refusal } from "../../../http/refusal.ts"
import { FieldError } from "../../../ui/field.tsx"
import { Icon } from "../../../ui/icon.tsx"
import type { LoadingList, LoadingRow } from "./loading.ts"

export function LoadingLists({ list: { equipment, consumables } }: { list: LoadingList }) {
  const rows = [...equipment, ...consumables]
  if (rows.length === 0) return <p className="soft">Rien n’est à charger ce jour-là.</p>
  const count = rows.filter(({ isLoaded }) => isLoaded).length
  return (
    <div className="panel stack">
      <p className="font-strong">
        {count > 1 ? `${count} cochés` : `${count} coché`} sur {rows.length}
      </p>
      <Rows title="Machines et accessoires" note="Ils reviennent au dépôt." rows={equipment} />
      <Rows title="Consommables" note="Ils restent chez le client." rows={consumables} />
    </div>
  )
}

function Rows({ title, note, rows }: { title: string; note: string; rows: readonly LoadingRow[] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className="title-block">{title}</h3>
      <p className="small soft">{note}</p>
      <ul>
        {rows.map((row) => (
          <li key={`${row.bookingId} ${row.item}`}>
            <Box row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One form for each box works without a script, and two people tick different ones at once. */
function Box({ row: { bookingId, item, label, detail, stop, isLoaded } }: { row: LoadingRow }) {
  const fetcher = useFetcher<Refusal | null>()
  const sent = fetcher.formData?.get("coche")
  const isTicked = sent === undefined || sent === null ? isLoaded : sent === "oui"
  return (
    <fetcher.Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="cocher" />
      <input type="hidden" name="reservation" value={bookingId} />
      <input type="hidden" name="article" value={item} />
      <button
        type="submit"
        role="checkbox"
        aria-checked={isTicked}
        name="coche"
        value={isTicked ? "non" : "oui"}
        className="loading-box"
      >
        <span className="loading-tick" aria-hidden="true">
          {isTicked && <Icon icon={Check} size="small" />}
        </span>
        <span>
          <b>{label}</b>
          {detail && `, ${detail}`}
          <span className="small soft block">{stop}</span>
        </span>
      </button>
      {fetcher.data?.errors["form"] && <FieldError>{fetcher.data.errors["form"]}</FieldError>}
    </fetcher.Form>
  )
}
