import { fullNameOf } from '#core/contract/names.ts'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import type { AssetReader } from '../contract.ts'
import a from './Assets.module.css'
import { formatAssetStamp } from './labels.ts'

type Props = { readers: readonly AssetReader[] /** Number of the current version. */; versions: number; label: string }

export const ReaderLines = ({ readers, versions, label }: Props) => (
  <ul aria-label={label}>
    {readers.map((one) => (
      <li key={one.user_id} className={`row between gap12 ${a.line}`}>
        <span className={`inline gap8 ${a.who}`}>
          <InitialsAvatar initials={initialsOf(one)} />
          {fullNameOf(one)}
        </span>
        <span className={`cap rigid ${a.opened}`}>{formatOpened(one, versions)}</span>
      </li>
    ))}
  </ul>
)

function formatOpened({ version, at }: AssetReader, versions: number): string {
  if (version === null || at === null) return 'Not opened yet'
  return version < versions ? `Opened version ${version}` : `Opened ${formatAssetStamp(at).slice(0, 10)}`
}
