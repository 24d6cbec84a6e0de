import { Button } from '@mantine/core'
import { useRef } from 'react'
import { type FoundOverlap, OverlapAnswer } from '../contract.ts'
import s from './OverlapHint.module.css'
import { answered, answerLabel, undoLabel } from './overlapLabels.ts'
import type { useOverlaps } from './useOverlaps.ts'

type Props = { one: FoundOverlap; answer: ReturnType<typeof useOverlaps>['answer'] }

/** Three responses to an overlap, the chosen one, and its undo. */
export function OverlapChoices({ one, answer }: Props) {
  const choices = useRef<HTMLDivElement>(null)
  const undo = () => {
    // The clicked button disappears, so focus moves to the choices.
    choices.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    void answer(one, null)
  }
  return (
    <>
      <p>
        <b>{one.member}</b> is pursuing {one.target}
      </p>
      <div ref={choices} className="flex wrap gap6 mt8">
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
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            {undoLabel[one.answer]}
          </Button>
        </p>
      )}
    </>
  )
}
