import { withElision } from "../../../domain/elision.ts"
import type { ReactNode } from "react"
import Pencil from "lucide-react/icons/pencil"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash-2"
import { optionPriceLabel } from "../../../domain/catalog/option-labels.ts"
import { isPhotoPackOption } from "../../../domain/pricing/options.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { classes } from "../../ui/classes.ts"
import { Tag } from "../../ui/tag.tsx"
import { DragHandle } from "../kit/drag-handle.tsx"
import { ruleLabel } from "./option-labels.ts"
import { type OptionLine, optionsHref } from "../kit/catalog/options-view.ts"
import { OrderButtons } from "../kit/order-buttons.tsx"
import { ProductThumb } from "../kit/catalog/product-thumb.tsx"
import { useSubmittedOrder } from "../kit/use-drag-order.ts"

type OptionListProps = {
  productId: string
  /** All options, of every parent. */
  options: readonly OptionLine[]
  parent: OptionLine | null
}

export function OptionList({ productId, options, parent }: OptionListProps) {
  const siblings = options.filter(({ parentId }) => parentId === (parent?.id ?? null))
  const drag = useSubmittedOrder(
    parent ? `sous-options-${parent.id}` : "options",
    siblings.map(({ id }) => id),
  )
  if (siblings.length === 0) return null
  return (
    <ol
      className={parent ? "stack gap-2 border-l-2 border-line pl-3 sm:pl-5" : "stack gap-3"}
      aria-label={parent ? `Sous-options ${withElision(parent.name)}` : "Options"}
    >
      {siblings.map((option, index) => (
        <li
          key={option.id}
          {...drag.place(index)}
          className={classes(
            "stack gap-3 rounded-control border p-3",
            drag.dropIndex === index
              ? "border-accent-line bg-accent-wash"
              : parent
                ? "border-transparent"
                : "border-line",
          )}
        >
          <OptionEntry
            productId={productId}
            option={option}
            isSubOption={parent !== null}
            handle={
              siblings.length > 1 ? (
                <DragHandle grip={drag.grip(index)} />
              ) : (
                parent && <span className="needs-script size-11 shrink-0" />
              )
            }
          >
            {siblings.length > 1 && (
              <OrderButtons compact id={option.id} name={option.name} index={index} count={siblings.length} />
            )}
          </OptionEntry>
          {!parent && (
            <>
              <OptionList productId={productId} options={options} parent={option} />
              <div>
                <ButtonLink
                  variant="quiet"
                  size="small"
                  icon={Plus}
                  to={optionsHref(productId, { option: "nouvelle", parent: option.id })}
                  preventScrollReset
                  aria-label={`Ajouter une sous-option\u00a0: ${option.name}`}
                >
                  Ajouter une sous-option
                </ButtonLink>
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

type OptionEntryProps = {
  productId: string
  option: OptionLine
  isSubOption: boolean
  handle: ReactNode
  children: ReactNode
}

function OptionEntry({ productId, option, isSubOption, handle, children }: OptionEntryProps) {
  const { id, name, picture } = option
  const Heading = isSubOption ? "h4" : "h3"
  const rule = ruleLabel(option)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="flex min-w-0 flex-1 basis-44 items-center gap-3">
        {handle}
        {picture && <ProductThumb picture={picture} />}
        <div className="min-w-0 flex-1">
          <div className="cluster gap-2">
            <Heading className="title-block min-w-0 wrap-anywhere">{name}</Heading>
            {isPhotoPackOption(name) && <Tag tone="late">Masquée&nbsp;: pack photo</Tag>}
          </div>
          <p className="small soft">
            {optionPriceLabel(option)}
            {rule && `, ${rule}`}
          </p>
        </div>
      </div>
      <div className="cluster gap-1">
        <ButtonLink
          variant="secondary"
          size="small"
          icon={Pencil}
          to={optionsHref(productId, { option: id })}
          preventScrollReset
          aria-label={`Modifier\u00a0: ${name}`}
        >
          <span className="max-sm:sr-only">Modifier</span>
        </ButtonLink>
        {children}
        <ButtonLink
          variant="quiet"
          size="small"
          className="min-w-11"
          icon={Trash2}
          to={optionsHref(productId, { supprimer: id })}
          aria-haspopup="dialog"
          preventScrollReset
          aria-label={`Supprimer\u00a0: ${name}`}
        >
          <span className="sr-only">Supprimer</span>
        </ButtonLink>
      </div>
    </div>
  )
}
