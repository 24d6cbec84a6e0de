import { lazy, memo, Suspense } from 'react'
import s from './Summary.module.css'

const load = () => import('./SummaryFigures.tsx').then((file) => ({ default: file.SummaryFigures }))
const SummaryFigures = lazy(load)

/** The place of the summary. Its figures come after the list: what a person works on is painted first. */
export const Summary = memo(function Summary({ today }: { today: string }) {
  return (
    <Suspense fallback={<div className={s.bar} />}>
      <SummaryFigures today={today} />
    </Suspense>
  )
})
