import { IconAlertCircle } from '@tabler/icons-react'
import s from './Notice.module.css'

/** Why something was not done. The region stays, so that screen readers hear what comes into it. */
export function Problem({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className={s.region}>
      {children && (
        <p className={s.problem}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {children}
        </p>
      )}
    </div>
  )
}
