import { parseEuros } from "../../../domain/money.ts"
import { optionUnits } from "../../../domain/pricing/options.ts"
import type { OptionFormView, OptionLine, OptionTexts } from "../kit/catalog/options-view.ts"

/** Values that cannot be parsed count as their default. */
export function previewOffers(
  options: readonly OptionLine[],
  editing: OptionFormView | null,
  texts: OptionTexts | null,
): OptionLine[] {
  if (!editing) return [...options]
  const offer = toOffer(editing, texts ?? editing.texts)
  return editing.id === "" ? [...options, offer] : options.map((option) => (option.id === editing.id ? offer : option))
}

function toOffer({ id, parentId, picture }: OptionFormView, texts: OptionTexts): OptionLine {
  const unit = optionUnits.find((name) => name === texts.unit) ?? "unit"
  return {
    id: id || "nouvelle",
    parentId,
    picture: picture?.picture ?? null,
    unit,
    name: texts.name,
    description: texts.description,
    price: Math.max(0, parseEuros(texts.price) ?? 0),
    isOnce: texts.isOnce === "oui",
    choiceGroup: texts.choiceGroup.trim(),
    quantityStep: parseWhole(texts.quantityStep, 1) ?? 1,
    minQuantity: parseWhole(texts.minQuantity, 0) ?? 0,
    maxQuantity: parseWhole(texts.maxQuantity, 0),
  }
}

function parseWhole(text: string, min: number): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Math.max(min, Number(text)) : null
}
