import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import { OverlapChoices } from './OverlapChoices.tsx'
import s from './OverlapHint.module.css'
import { useOverlaps } from './useOverlaps.ts'

type Props = { company: string; contact: string; email: string }

/** Who pursues the company or contact that is being typed, and what to do about it. Nothing of it keeps the target from being created. */
export function OverlapHint({ company, contact, email }: Props) {
  const { found, answer } = useOverlaps(company, contact, email)
  return (
    <div role="status" aria-label="Potential Overlaps" className={s.hints}>
      {found.map((one) => (
        <div key={one.target_id} className={s.hint}>
          <OverlapIcon />
          <div>
            <OverlapChoices one={one} answer={answer} />
          </div>
        </div>
      ))}
    </div>
  )
}
