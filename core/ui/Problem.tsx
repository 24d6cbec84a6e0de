import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import s from './Notice.module.css'

type Props = {
  children: string | null | undefined
  /** A button that helps with the problem. */
  action?: ReactNode
}

/** The live region is always mounted, so that screen readers announce errors. */
export function Problem({ children, action }: Props) {
  return (
    <div role="alert" className={s.region}>
      {children && (
        <p className={`flex top gap8 mb16 pretty medium rounded bad ${s.problem}`}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {children}
          {action}
        </p>
      )}
    </div>
  )
}
