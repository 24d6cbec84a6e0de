import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { folded } from '#core/contract/folded.ts'

/** Finds the options of a searchable field whatever the case and accents of their labels. */
export const foldedOptions: OptionsFilter = ({ options, search }) => {
  const wanted = folded(search.trim())
  const fitting = (given: ComboboxParsedItem[]): ComboboxParsedItem[] =>
    given.flatMap((one): ComboboxParsedItem[] => {
      if (!('group' in one)) return folded(one.label).includes(wanted) ? [one] : []
      const items = one.items.filter(({ label }) => folded(label).includes(wanted))
      return items.length > 0 ? [{ ...one, items }] : []
    })
  return fitting(options)
}
