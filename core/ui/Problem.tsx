import type { ReactNode } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
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
          <Icon name="alert-circle" stroke={1.75} />
          {children}
          {action}
        </p>
      )}
    </div>
  )
}
