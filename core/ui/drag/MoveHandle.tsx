import type { KeyboardEvent, Ref } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import s from './MoveHandle.module.css'

type Props = {
  /** Name of the row, for screen readers. */
  name: string
  /** Identifies the handle, so that the focus can return to it after a move. */
  id: string
  isDisabled: boolean
  onStep: (by: -1 | 1) => void
  ref?: Ref<HTMLButtonElement>
}

/** Moves its row by drag or arrow keys. */
export function MoveHandle({ name, id, isDisabled, onStep, ref }: Props) {
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      ref={ref}
      type="button"
      className={`inline rigid dim rounded hoverFill ${s.handle}`}
      data-handle={id}
      aria-label={`Move ${name}`}
      title="Drag, or use the arrow keys"
      disabled={isDisabled}
      onKeyDown={keys}
    >
      <Icon name="grip-vertical" />
    </button>
  )
}

/** Returns the focus to a handle after its row has moved. */
export const holdHandle = (id: string): void => {
  requestAnimationFrame(() => {
    const handle = document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`)
    handle?.focus({ preventScroll: true })
    handle?.scrollIntoView({ block: 'nearest' })
  })
}
