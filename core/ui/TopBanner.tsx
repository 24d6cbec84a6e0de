import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import s from './TopBanner.module.css'

type Props = {
  label: string
  /** Always visible. */
  children: ReactNode
  /** Only on wide screens. */
  more: ReactNode
  back: string
  onBack: () => void
  className?: string | undefined
}

/** Shown above every page that belongs to another person. */
export function TopBanner({ label, children, more, back, onBack, className = '' }: Props) {
  return (
    <section className={`row gap12 ${s.band} ${className}`} aria-label={label}>
      <Icon name="users" stroke={1.75} />
      <span>
        {children}
        <span className="onlyWide">{more}</span>
      </span>
      <Button
        size="compact-sm"
        leftSection={<Icon name="arrow-back-up" size={16} stroke={2} />}
        className={s.back}
        onClick={onBack}
      >
        {back}
      </Button>
    </section>
  )
}
