import '@mantine/core/styles/CloseButton.layer.css'
import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import s from './ChosenBar.module.css'

type Props = {
  label: string
  says: string
  all?: ReactNode
  clearLabel: string
  onClear: () => void
  children: ReactNode
}

/** Covers the foot of a list while rows are selected. */
export function ChosenBar({ label, says, all, clearLabel, onClear, children }: Props) {
  return (
    <section className={`card row gap8 ${s.bar}`} aria-label={label}>
      <span className={`num nowrap strong ${s.count}`} role="status">
        {says}
      </span>
      {all}
      <span className={`flex gap8 ${s.acts}`}>{children}</span>
      <CloseButton aria-label={clearLabel} title="Clear selection (Esc)" size={36} iconSize={18} onClick={onClear} />
    </section>
  )
}
