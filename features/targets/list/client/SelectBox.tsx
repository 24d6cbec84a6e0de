import s from './SelectBox.module.css'
import { toggleSelected, useSelection } from './selection.ts'

/** Selects or deselects a target. */
export function SelectBox({ id, name, isInline }: { id: string; name: string; isInline?: boolean }) {
  const isSelected = useSelection(({ ids }) => ids.has(id))
  return (
    <label className={s.place} data-inline={isInline || undefined}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select ${name}`}
        onChange={() => toggleSelected(id)}
      />
    </label>
  )
}
