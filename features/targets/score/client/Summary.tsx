import { memo } from 'react'
import { lazyComponent } from '#core/client/later.tsx'
import s from './Summary.module.css'

const SummaryFigures = lazyComponent(
  () => import('./SummaryFigures.tsx').then((file) => file.SummaryFigures),
  <div className={s.bar} />,
)

/** The place of the summary. Its figures come after the list: what a person works on is painted first. */
export const Summary = memo(function Summary({ today }: { today: string }) {
  return <SummaryFigures today={today} />
})
