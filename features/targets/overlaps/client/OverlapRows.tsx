import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import type { Target } from '../../contract.ts'
import { OverlapChoices } from './OverlapChoices.tsx'
import { overlapLine } from './overlapLabels.ts'
import { useOverlaps } from './useOverlaps.ts'

/** Offline, shows only names. */
export function OverlapRows({ target, className }: { target: Target; className: string | undefined }) {
  const { company, contact, contact_email } = target
  const { found, answer } = useOverlaps(company, contact, contact_email ?? '')
  const known = target.overlaps.filter(({ asks }) => !asks)
  if (found.length > 0)
    return found.map((one) => (
      <li key={one.target_id}>
        <OverlapIcon />
        <div className={className}>
          <OverlapChoices one={one} answer={answer} />
        </div>
      </li>
    ))
  return known.map((one) => (
    <li key={`${one.target} ${one.members.join()}`}>
      <OverlapIcon />
      <div className={className}>
        <p>{overlapLine(one)}</p>
        {one.target !== '' && <p className="cap">{one.target}</p>}
      </div>
    </li>
  ))
}
