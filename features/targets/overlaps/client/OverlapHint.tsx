import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import { OverlapChoices } from './OverlapChoices.tsx'
import s from './OverlapHint.module.css'
import { useOverlaps } from './useOverlaps.ts'

type Props = { company: string; contact: string; email: string }

/**
 * Shows colleagues who pursue the typed company or contact, with possible responses. Never blocks creating the target.
 */
export function OverlapHint({ company, contact, email }: Props) {
  const { found, answer } = useOverlaps(company, contact, email)
  return (
    <div role="status" aria-label="Potential Overlaps" className={`stack gap8 ${s.hints}`}>
      {found.map((one) => (
        <div key={one.target_id} className={`flex top gap8 rounded ${s.hint}`}>
          <OverlapIcon />
          <div>
            <OverlapChoices one={one} answer={answer} />
          </div>
        </div>
      ))}
    </div>
  )
}
