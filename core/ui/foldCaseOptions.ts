import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { foldCase } from '#core/contract/foldCase.ts'

/** Ignores case and accents. */
export const foldCaseOptions: OptionsFilter = ({ options, search, limit }) => {
  let left = limit
  const fits = ({ label }: { label: string }) => left > 0 && foldCase(label).includes(wanted) && left-- > 0
  const wanted = foldCase(search.trim())
  const fitting = (given: ComboboxParsedItem[]): ComboboxParsedItem[] =>
    given.flatMap((one): ComboboxParsedItem[] => {
      if (!('group' in one)) return fits(one) ? [one] : []
      const items = one.items.filter(fits)
      return items.length > 0 ? [{ ...one, items }] : []
    })
  return fitting(options)
}
