import { Button } from '@mantine/core'
import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import { OverlapAnswer } from '../contract.ts'
import s from './OverlapHint.module.css'
import { answered, answerLabel } from './overlapWords.ts'
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
            <p>
              <b>{one.member}</b> is pursuing {one.target}
            </p>
            <div className={s.choices}>
              {OverlapAnswer.options.map((choice) => (
                <Button
                  key={choice}
                  size="compact-sm"
                  variant={one.answer === choice ? 'filled' : 'default'}
                  aria-pressed={one.answer === choice}
                  onClick={() => void answer(one, choice)}
                >
                  {answerLabel[choice]}
                </Button>
              ))}
            </div>
            {one.answer && <p className={s.said}>{answered(one.answer, one.member)}</p>}
          </div>
        </div>
      ))}
    </div>
  )
}
