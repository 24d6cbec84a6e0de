import type { ReactNode } from 'react'
import s from './Runs.module.css'

/** Its lines are each a `Recipient`. */
export const Recipients = ({ children }: { children: ReactNode }) => <ul className={s.list}>{children}</ul>
