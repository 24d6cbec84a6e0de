import { Button } from '@mantine/core'
import { OverlapIcon } from '#core/ui/OverlapIcon.tsx'
import { type FoundOverlap, OverlapAnswer } from '../contract.ts'
import s from './OverlapHint.module.css'
import { answered, answerLabel, undoLabel } from './overlapWords.ts'
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

type ChoicesProps = { one: FoundOverlap; answer: ReturnType<typeof useOverlaps>['answer'] }

/** Three answers to one overlap, what was said, and how to undo it. */
export function OverlapChoices({ one, answer }: ChoicesProps) {
  return (
    <>
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
      {one.answer && (
        <p className={s.said}>
          {answered(one.answer, one.member)}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => void answer(one, null)}>
            {undoLabel[one.answer]}
          </Button>
        </p>
      )}
    </>
  )
}
