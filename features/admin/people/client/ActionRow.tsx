import type { ReactNode } from 'react'
import p from './People.module.css'

export function ActionRow({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  return (
    <li>
      <div className={p.action}>
        <strong className="block semi">{title}</strong>
        <span className="dim">{why}</span>
      </div>
      {children}
    </li>
  )
}
