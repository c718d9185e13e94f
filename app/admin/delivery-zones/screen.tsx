import Pencil from "lucide-react/icons/pencil"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash-2"
import { zoneKinds } from "../../../domain/delivery/zone.ts"
import { priceFieldNote } from "../../../domain/finance/vat-wording.ts"
import { useVatMode } from "../../kit/vat-mode.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { DeleteSheet } from "../kit/delete-sheet.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { type EditRefusal, fieldProps } from "../kit/edit-refusal.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { screens } from "../kit/screens.ts"
import { type ZoneTexts, type ZonesView, zoneAddresses, zoneKindLabels } from "./view.ts"

const { to: path, title } = screens.deliveryZones

export function ZonesScreen({ view, refusal }: { view: ZonesView; refusal: EditRefusal | null }) {
  const { zones, editor, removing, rule, flash } = view
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        {!editor && (
          <p className="soft">
            Un code postal l’emporte sur un département, un département sur une couronne. Ailleurs&nbsp;: {rule}.
          </p>
        )}
      </header>
      <FlashMessage flash={flash} />
      {removing && (
        <DeleteSheet
          act="zone.removed"
          question="Supprimer cette zone&nbsp;?"
          text={`Ses livraisons suivront la règle par distance. Les réservations gardent leurs frais.`}
          closeHref={path}
          fields={{ id: removing.id }}
        />
      )}
      {editor ? (
        <section className="panel stack" aria-label="Zone de livraison">
          <h2 className="title-card">
            {editor.id === "" ? `Nouvelle zone\u00a0: ${zoneKindLabels[editor.kind].toLowerCase()}` : editor.texts.name}
          </h2>
          <ZoneForm key={editor.id || editor.kind} {...{ editor, flash, refusal }} />
        </section>
      ) : (
        <section className="panel stack" aria-label={title}>
          <nav className="cluster" aria-label="Ajouter une zone">
            {zoneKinds.map((kind) => (
              <ButtonLink
                key={kind}
                variant="secondary"
                size="small"
                icon={Plus}
                to={`${path}?zone=${zoneAddresses[kind]}`}
                aria-label={`Ajouter\u00a0: ${zoneKindLabels[kind]}`}
              >
                {zoneKindLabels[kind]}
              </ButtonLink>
            ))}
          </nav>
          {zones.length === 0 ? (
            <EmptyState title="Aucune zone pour le moment">La règle par distance vaut partout.</EmptyState>
          ) : (
            <ul className="stack gap-3">
              {zones.map((zone) => (
                <ZoneItem key={zone.id} zone={zone} />
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  )
}

function ZoneItem({ zone: { id, kind, name, fee, where } }: { zone: ZonesView["zones"][number] }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-control border border-line p-4">
      <div className="stack min-w-0 flex-1 basis-64 gap-1">
        <h2 className="title-block min-w-0 wrap-anywhere">{name}</h2>
        <p className="font-strong">{fee}</p>
        <p className="small soft line-clamp-3 wrap-anywhere">{`${zoneKindLabels[kind]}\u00a0: ${where}`}</p>
      </div>
      <div className="cluster gap-1 sm:gap-2">
        <ButtonLink
          variant="secondary"
          size="small"
          icon={Pencil}
          to={`${path}?zone=${id}`}
          aria-label={`Modifier\u00a0: ${name}`}
        >
          Modifier
        </ButtonLink>
        <ButtonLink
          variant="quiet"
          size="small"
          className="min-w-11"
          icon={Trash2}
          to={`${path}?supprimer=${id}`}
          aria-haspopup="dialog"
          preventScrollReset
          aria-label={`Supprimer\u00a0: ${name}`}
        >
          <span className="max-sm:sr-only">Supprimer</span>
        </ButtonLink>
      </div>
    </li>
  )
}

type ZoneFormProps = { editor: NonNullable<ZonesView["editor"]>; refusal: EditRefusal | null } & Pick<
  ZonesView,
  "flash"
>

function ZoneForm({ editor: { id, version, kind, texts }, flash, refusal }: ZoneFormProps) {
  const vatNote = priceFieldNote(useVatMode(), "En euros, aller et retour compris")
  const field = (name: keyof ZoneTexts) => fieldProps(refusal, name, texts[name])
  const kilometres = { inputMode: "numeric", autoComplete: "off", suffix: "km" } as const
  return (
    <EditForm
      draft={id === "" ? `new-zone:${kind}` : `zone:${id}`}
      label="Zone de livraison"
      version={version}
      hidden={{ id, kind }}
      flash={flash}
      refusal={refusal}
      saveLabel={id === "" ? "Ajouter la zone" : "Enregistrer"}
      long
      aside={
        <ButtonLink variant="quiet" to={path}>
          Retour à la liste
        </ButtonLink>
      }
    >
      <TextField
        label="Nom"
        maxLength={60}
        hint="Le client le lit&nbsp;: Livraison, zone «&nbsp;Brie&nbsp;»."
        {...field("name")}
      />
      {kind === "ring" ? (
        <>
          <div className="fields-row">
            <TextField label="De" {...kilometres} {...field("fromKm")} />
            <TextField label="À" {...kilometres} {...field("toKm")} />
          </div>
          <p className="hint">Distances aller-retour, les deux comprises.</p>
        </>
      ) : (
        <TextArea
          label={zoneKindLabels[kind]}
          rows={4}
          hint={kind === "postcode" ? "Par exemple 77160, 77970." : "Par exemple 77, 94, 2A."}
          {...field("codes")}
        />
      )}
      <TextField
        label="Frais de livraison"
        inputMode="decimal"
        autoComplete="off"
        suffix="€"
        hint={vatNote}
        {...field("fee")}
      />
    </EditForm>
  )
}
