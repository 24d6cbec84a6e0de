import { memo } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import s from './Summary.module.css'
import { SummaryParts } from './SummaryParts.tsx'

const SummaryFigures = lazyComponent(
  () => import('./SummaryFigures.tsx').then((file) => file.SummaryFigures),
  <div className={s.bar} />,
)

/** Reserves the summary's place. Its figures render after the list, which matters more. */
export const Summary = memo(function Summary({ today }: { today: string }) {
  return (
    <>
      <SummaryFigures today={today} />
      <SummaryParts />
    </>
  )
})
