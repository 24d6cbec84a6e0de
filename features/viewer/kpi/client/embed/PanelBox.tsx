import type { ReactNode } from 'react'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from './Panels.module.css'
import type { KpiPanel } from './usePanel.ts'

type Props<A> = {
  title: string
  panel: KpiPanel<A>
  /** What it says in a sentence. */
  note?: (value: A) => ReactNode
  /** Whether there is nothing to show. */
  isEmpty?: (value: A) => boolean
  children: (value: A) => ReactNode
}

/** A panel with its title: what it shows, or why there is nothing. */
export function PanelBox<A>({ title, panel: { value, problem, isStale }, note, isEmpty, children }: Props<A>) {
  return (
    <section className={s.panel} aria-label={title} aria-busy={isStale || undefined}>
      <h2>{title}</h2>
      {problem && <Problem>{problem}</Problem>}
      {value === undefined && !problem && <LoadingPlaceholder />}
      {value !== undefined &&
        (isEmpty?.(value) ? (
          <p className={s.empty}>There is currently no data for this report.</p>
        ) : (
          <>
            {children(value)}
            {note && <p className={s.caption}>{note(value)}</p>}
          </>
        ))}
    </section>
  )
}
