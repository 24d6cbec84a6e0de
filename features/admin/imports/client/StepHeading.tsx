import { type ReactNode, useEffect, useRef } from 'react'
import s from './Import.module.css'

/** Moves the focus to a step's heading when the step begins, so that keyboards and screen readers start there. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} className={s.heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
