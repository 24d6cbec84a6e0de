import { type ReactNode, useId } from 'react'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { isOfflineNow, useSyncStatus } from '../sync.tsx'
import s from './Panel.module.css'

type Props = {
  title: string
  lead: string
  icon: ReactNode
  /** Replaces the children when offline. */
  offline?: string
  /** Heading level: 2 on a page with no other heading. */
  level?: 2 | 3
  children: ReactNode
}

/** One section of a dialog that features fill, such as the Tracker's Controls. */
export function Panel({ title, lead, icon, offline, level = 3, children }: Props) {
  const heading = useId()
  const Heading = `h${level}` as const
  const isOffline = useSyncStatus(isOfflineNow)
  return (
    <section className={`grid gap16 ${s.panel}`} aria-labelledby={heading}>
      <span className={`grid centered rounded brand onlyWide ${s.icon}`} aria-hidden>
        {icon}
      </span>
      <div>
        <Heading id={heading} className={`title ${s.heading}`}>
          {title}
        </Heading>
        <p className="mb12 pretty dim">{lead}</p>
        {offline !== undefined && isOffline ? <NeedsConnection isOffline what={offline} /> : children}
      </div>
    </section>
  )
}
