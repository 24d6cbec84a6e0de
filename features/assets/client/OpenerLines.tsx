import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import type { AssetReportRow } from '../reportContract.ts'
import a from './Assets.module.css'
import { formatAssetStamp } from './labels.ts'

/** Lists who opened an asset, how often, and when last, with the last version they saw. */
export function OpenerLines({ openers, versions }: Pick<AssetReportRow, 'openers' | 'versions'>) {
  if (openers.length === 0) return <p className="dim">No one has opened it yet.</p>
  return (
    <ul aria-label="Who opened it">
      {openers.map(({ user_id, name, times, version, last_at }) => {
        const [first_name = '', ...rest] = name.replace(/ \(left\)$/, '').split(' ')
        return (
          <li key={user_id} className={`row between gap12 ${a.line}`}>
            <span className={`inline gap8 ${a.who}`}>
              <InitialsAvatar initials={initialsOf({ first_name, last_name: rest.at(-1) ?? '' })} />
              {name}
            </span>
            <span className={`cap rigid ${a.opened}`}>
              {times === 1 ? 'Once' : `${times} times`}, last {formatAssetStamp(last_at)}
              {version < versions && `, version ${version}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
