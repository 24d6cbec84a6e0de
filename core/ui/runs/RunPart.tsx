import type { ReactNode } from 'react'
import s from './Runs.module.css'

type Props = { title: string; children: ReactNode }

export const RunPart = ({ title, children }: Props) => (
  <div>
    <h2 className={`cap mb8 medium ${s.part}`}>{title}</h2>
    {children}
  </div>
)
