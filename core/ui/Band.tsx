import { Button } from '@mantine/core'
import { IconArrowBackUp, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import s from './Band.module.css'

type Props = {
  /** What the band is, to a screen reader. */
  label: string
  /** Always in sight. */
  children: ReactNode
  /** Only where the screen is wide. */
  more: ReactNode
  /** The way back. */
  back: string
  onBack: () => void
  className?: string | undefined
}

/** Stands over every page that is somebody else's: whose it is, and the way back. */
export function TopBanner({ label, children, more, back, onBack, className = '' }: Props) {
  return (
    <section className={`${s.band} ${className}`} aria-label={label}>
      <IconUsers size={18} stroke={1.75} aria-hidden />
      <span>
        {children}
        <span className={s.more}>{more}</span>
      </span>
      <Button size="compact-sm" leftSection={<IconArrowBackUp size={16} />} className={s.back} onClick={onBack}>
        {back}
      </Button>
    </section>
  )
}
