import type { ReactNode } from 'react'
import s from './Runs.module.css'

/** Children are `Recipient` elements. */
export const Recipients = ({ children }: { children: ReactNode }) => <ul>{children}</ul>
