import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import s from './Notice.module.css'

type Props = {
  children: string | null | undefined
  /** A button beside it, for what can be done about it. */
  action?: ReactNode
}

/** Why something was not done. The region stays, so that screen readers hear what comes into it. */
export function Problem({ children, action }: Props) {
  return (
    <div role="alert" className={s.region}>
      {children && (
        <p className={s.problem}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {children}
          {action}
        </p>
      )}
    </div>
  )
}
