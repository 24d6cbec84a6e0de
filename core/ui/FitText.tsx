import type { CSSProperties, ReactNode } from 'react'
import s from './FitText.module.css'

/** A figure of `letters` characters, scaled down in a narrow container, which sets the maximum size. */
export const FitText = ({ letters, children }: { letters: number; children: ReactNode }) => (
  <span className={`block nowrap ${s.place}`}>
    <span className={s.fitted} style={{ '--letters': letters } as CSSProperties}>
      {children}
    </span>
  </span>
)
