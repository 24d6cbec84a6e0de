import { Button } from '@mantine/core'
import { IconArrowBackUp, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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
      <IconUsers size={18} stroke={1.75} aria-hidden />
      <span>
        {children}
        <span className="onlyWide">{more}</span>
      </span>
      <Button size="compact-sm" leftSection={<IconArrowBackUp size={16} />} className={s.back} onClick={onBack}>
        {back}
      </Button>
    </section>
  )
}
