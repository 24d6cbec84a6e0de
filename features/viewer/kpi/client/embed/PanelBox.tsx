import type { ReactNode } from 'react'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from './Panels.module.css'
import type { KpiPanel } from './usePanel.ts'

type Props<A> = {
  title: string
  panel: KpiPanel<A>
  /** Returns a one-sentence summary. */
  note?: (value: A) => ReactNode
  /** Returns whether there is nothing to show. */
  isEmpty?: (value: A) => boolean
  children: (value: A) => ReactNode
}

/** Shows a panel with its title, and its content or the reason why there is none. */
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
