import type { ReactNode } from 'react'
import s from './Import.module.css'

export function Section({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
  return (
    <div className="stack gap8">
      <h3>{title}</h3>
      {text && <p className={`pretty dim ${s.lead}`}>{text}</p>}
      {children}
    </div>
  )
}
