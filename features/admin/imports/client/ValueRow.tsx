import type { ReactNode } from 'react'
import s from './Import.module.css'

type Props = { name: string; size: string; children: ReactNode }

export function ValueRow({ name, size, children }: Props) {
  return (
    <li className={`grid middle ${s.value}`}>
      <span className="break">
        <span className="semi">{name}</span>
        <span className="cap num"> {size}</span>
      </span>
      {children}
    </li>
  )
}
