import type { CSSProperties, ReactNode } from 'react'
import s from './Fitted.module.css'

/** A figure of so many letters in one line, made smaller where its place is too narrow for it. The place says its largest size. */
export const FitText = ({ letters, children }: { letters: number; children: ReactNode }) => (
  <span className={s.place}>
    <span className={s.fitted} style={{ '--letters': letters } as CSSProperties}>
      {children}
    </span>
  </span>
)
