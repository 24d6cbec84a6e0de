import { IconAlertCircle } from '@tabler/icons-react'
import s from './LoginPage.module.css'

/** Why a form was not accepted, above its fields. The region stays, so that screen readers hear what comes into it. */
export function FormProblem({ children }: { children: string | null }) {
  return (
    <div role="alert">
      {children && (
        <p className={s.problem}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          {children}
        </p>
      )}
    </div>
  )
}
