import { IconGripVertical } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'
import s from './Curriculum.module.css'

type Props = {
  /** Of what it moves. */
  name: string
  /** Names the handle, so that the cursor finds it again where the row has moved. */
  id: string
  isDisabled: boolean
  onStep: (by: -1 | 1) => void
  ref?: Ref<HTMLButtonElement>
}

/** Is dragged, or moves its row by the arrow keys. */
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
      className={s.handle}
      data-handle={id}
      aria-label={`Move ${name}`}
      title="Drag, or use the arrow keys"
      disabled={isDisabled}
      onKeyDown={keys}
    >
      <IconGripVertical size={18} stroke={1.6} aria-hidden />
    </button>
  )
}

/** Gives the cursor back to a handle whose row stands elsewhere now. */
export const holdHandle = (id: string): void => {
  requestAnimationFrame(() => {
    const handle = document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`)
    handle?.focus({ preventScroll: true })
    handle?.scrollIntoView({ block: 'nearest' })
  })
}
