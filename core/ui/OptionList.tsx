import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { CheckIcon, Combobox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import s from './OptionList.module.css'
import type { Option, OptionSearch } from './useOptions.ts'
import { useRangeWith } from './useRangeWith.ts'

type Props = {
  options: OptionSearch
  /** ID of the field's label, or the label itself. */
  labelledBy?: string | undefined
  label?: string | undefined
  isChecked: (value: string) => boolean
  /** In pixels. */
  maxHeight: number
  /** Shown when nothing matches. */
  empty: string
}

/** The dropdown of a field with any number of options. It renders only the visible ones. */
export function OptionList({ options, labelledBy, label, isChecked, maxHeight, empty }: Props) {
  return (
    <Combobox.Dropdown data-composed>
      <Combobox.Options labelledBy={labelledBy} aria-label={labelledBy === undefined ? label : undefined}>
        {options.found.length === 0 ? (
          <Combobox.Empty>{empty}</Combobox.Empty>
        ) : (
          <Rows options={options} isChecked={isChecked} maxHeight={maxHeight} />
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

/** Heights in pixels, before they are measured. */
const OPTION = 32
const HEADING = 30

type Row = { group: string } | { option: Option; index: number }

function Rows({ options, isChecked, maxHeight }: Pick<Props, 'options' | 'isChecked' | 'maxHeight'>) {
  const { found, highlighted, idOf } = options
  const viewport = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(found), [found])
  const marked = useMemo(
    () => (highlighted < 0 ? -1 : rows.findIndex((row) => 'index' in row && row.index === highlighted)),
    [rows, highlighted],
  )
  // Screen readers read the highlighted option from the page.
  const rangeExtractor = useRangeWith(marked)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => viewport.current,
    estimateSize: (at) => ('group' in rows[at]! ? HEADING : OPTION),
    // While the dropdown opens, rows have no height, and any number of them would fit.
    measureElement: (row) => (row as HTMLElement).offsetHeight || OPTION,
    overscan: 6,
    rangeExtractor,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other matches begin at the top
  useEffect(() => {
    // The heading above the first option is visible, too.
    if (highlighted <= 0) virtual.scrollToOffset(0)
    else virtual.scrollToIndex(marked)
  }, [virtual, highlighted, marked, found])
  const placed = virtual.getVirtualItems().map(({ index, start }) => ({ row: rows[index]!, index, start }))
  const shown = ({ row, index, start }: (typeof placed)[number]) => {
    const place = {
      ref: virtual.measureElement,
      'data-index': index,
      style: { transform: `translateY(${start}px)` },
    }
    if ('group' in row)
      return (
        <div key={`group ${row.group}`} {...place} className={`${Combobox.classes.groupLabel} ${s.row}`} aria-hidden>
          {row.group}
        </div>
      )
    const isOn = isChecked(row.option.value)
    return (
      <Combobox.Option
        key={row.option.value}
        {...place}
        className={`${Combobox.classes.optionsDropdownOption} ${s.row}`}
        id={idOf(row.index)}
        value={row.option.value}
        selected={row.index === highlighted}
        data-checked={isOn || undefined}
        aria-selected={isOn}
        aria-setsize={found.length}
        aria-posinset={row.index + 1}
      >
        {isOn && <CheckIcon className={Combobox.classes.optionsDropdownCheckIcon} />}
        <span>{row.option.label}</span>
      </Combobox.Option>
    )
  }
  return (
    <div ref={viewport} className={s.viewport} style={{ maxHeight }}>
      <div className={s.rows} style={{ height: virtual.getTotalSize() }}>
        {[...Map.groupBy(placed, ({ row }) => ('group' in row ? row.group : (row.option.group ?? '')))].map(
          ([group, those]) =>
            group === '' ? (
              those.map(shown)
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a listbox can't contain a fieldset
              <div key={group} role="group" aria-label={group}>
                {those.map(shown)}
              </div>
            ),
        )}
      </div>
    </div>
  )
}

/** Adds a heading before each group. */
const rowsOf = (found: readonly Option[]): Row[] =>
  found.flatMap((option, index): Row[] => {
    const { group } = option
    const isFirst = group !== undefined && group !== found[index - 1]?.group
    return isFirst ? [{ group }, { option, index }] : [{ option, index }]
  })
