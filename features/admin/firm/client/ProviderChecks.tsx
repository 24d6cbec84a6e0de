import { Icon } from '#core/ui/Icon.tsx'
import type { SsoCheck } from '#features/account/signOnContract.ts'
import s from './SignOn.module.css'

/**
 * Shows the results of a connection test. The live region stays mounted so that screen readers announce new results.
 */
export function ProviderChecks({ checks }: { checks: SsoCheck[] | null }) {
  return (
    <div role="status">
      {checks && (
        <ul className={`stack gap8 ${s.checks}`}>
          {checks.map(({ label, problem }) => (
            <li
              key={label}
              className={`flex top gap8 ${problem === null ? 'good' : 'bad'}`}
              data-good={problem === null || undefined}
            >
              {problem === null ? <Icon name="check" stroke={2} /> : <Icon name="alert-circle" stroke={2} />}
              <span>
                {label}
                {problem !== null && <strong className="block medium">{problem}</strong>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
