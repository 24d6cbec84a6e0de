import { type ReactNode, useEffect, useRef } from 'react'
import s from './Import.module.css'

/** The heading of a step takes the focus when the step begins, so that keyboard and screen reader start there. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} className={s.heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
