import Pencil from "lucide-react/icons/pencil"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash-2"
import { Form } from "react-router"
import { priceRuleKindLabels } from "../../../domain/pricing/price-rule-fields.ts"
import { priceRuleKinds } from "../../../domain/pricing/price-rule.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Tag } from "../../ui/tag.tsx"
import { DeleteSheet } from "../kit/delete-sheet.tsx"
import type { EditRefusal } from "../kit/edit-refusal.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { screens } from "../kit/screens.ts"
import { RuleForm } from "./form.tsx"
import { type RuleRow, type RulesView, ruleAddresses } from "./view.ts"

const { to: path, title } = screens.priceRules

export function RulesScreen({ view, refusal }: { view: RulesView; refusal: EditRefusal | null }) {
  const { rules, editor, choices, removing, flash } = view
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        {!editor && <p className="soft">Saisons, jours et délais changent le prix de base, avant les options.</p>}
      </header>
      <FlashMessage flash={flash} />
      {removing && (
        <DeleteSheet
          act="rule.removed"
          question="Supprimer cette règle&nbsp;?"
          text={`«\u00a0${removing.name}\u00a0» ne comptera plus. Les réservations gardent leur prix.`}
          closeHref={path}
          fields={{ id: removing.id }}
        />
      )}
      {editor ? (
        <section className="panel stack" aria-label="Règle de prix">
          <h2 className="title-card">
            {editor.id === ""
              ? `Nouvelle règle\u00a0: ${priceRuleKindLabels[editor.kind].toLowerCase()}`
              : editor.texts.name}
          </h2>
          <RuleForm key={editor.id || editor.kind} {...{ editor, choices, flash, refusal }} />
        </section>
      ) : (
        <section className="panel stack" aria-label={title}>
          <nav className="cluster" aria-label="Ajouter une règle">
            {priceRuleKinds.map((kind) => (
              <ButtonLink
                key={kind}
                variant="secondary"
                size="small"
                icon={Plus}
                to={`${path}?regle=${ruleAddresses[kind]}`}
                aria-label={`Ajouter\u00a0: ${priceRuleKindLabels[kind]}`}
              >
                {priceRuleKindLabels[kind]}
              </ButtonLink>
            ))}
            <ButtonLink variant="quiet" size="small" to={screens.simulator.to}>
              {screens.simulator.title}
            </ButtonLink>
          </nav>
          {rules.length === 0 ? (
            <EmptyState title="Aucune règle pour le moment">Chaque jour a le même prix.</EmptyState>
          ) : (
            <ul className="stack gap-3">
              {rules.map((rule) => (
                <RuleItem key={rule.id} rule={rule} />
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  )
}

function RuleItem({ rule: { id, name, change, when, subject, priority, isActive } }: { rule: RuleRow }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-control border border-line p-4">
      <div className="stack min-w-0 flex-1 basis-64 gap-1">
        <div className="cluster">
          <h2 className="title-block min-w-0 wrap-anywhere">{name}</h2>
          {!isActive && <Tag tone="off">Désactivée</Tag>}
        </div>
        <p className="font-strong">{change}</p>
        <p className="small soft wrap-anywhere">
          {[when, subject, priority > 0 && `priorité ${priority}`].filter(Boolean).join(", ")}
        </p>
      </div>
      <div className="cluster gap-1 sm:gap-2">
        <ButtonLink
          variant="secondary"
          size="small"
          icon={Pencil}
          to={`${path}?regle=${id}`}
          aria-label={`Modifier\u00a0: ${name}`}
        >
          Modifier
        </ButtonLink>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button
            variant="quiet"
            size="small"
            name="intent"
            value={isActive ? "desactiver" : "activer"}
            aria-label={`${isActive ? "Désactiver" : "Activer"}\u00a0: ${name}`}
          >
            {isActive ? "Désactiver" : "Activer"}
          </Button>
        </Form>
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
