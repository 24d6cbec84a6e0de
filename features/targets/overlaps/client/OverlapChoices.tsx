import { Button } from '@mantine/core'
import { type FoundOverlap, OverlapAnswer } from '../contract.ts'
import s from './OverlapHint.module.css'
import { answered, answerLabel, undoLabel } from './overlapWords.ts'
import type { useOverlaps } from './useOverlaps.ts'

type Props = { one: FoundOverlap; answer: ReturnType<typeof useOverlaps>['answer'] }

/** Three answers to one overlap, what was said, and how to undo it. */
export function OverlapChoices({ one, answer }: Props) {
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
