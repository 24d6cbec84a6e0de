import { Button } from '@mantine/core'
import { useToday } from '#core/client/useToday.ts'
import { dayInSentence, daysBetween, weekdayOf } from '#core/contract/dates.ts'
import type { Row } from '#core/sync/collection.ts'
import type { Touch } from '../contract.ts'
import { touchPredicate } from '../touchLabels.ts'
import s from './StepQuestion.module.css'
import { useTouchActions } from './touchActionsOn.ts'

/** 'You emailed Anjali on Tuesday. Done? Take the Next Step.' */
export function StepQuestion({ touch: row, onDone }: { touch: Row; onDone: () => void }) {
  const touch = row as Touch
  const today = useToday()
  const actions = useTouchActions()
  return (
    <div className={`stack gap8 mt12 rounded ${s.question}`} role="note">
      <p className="pretty break">
        You {touchPredicate(touch)} {dayAsSaid(touch.day, today)}. Done?{' '}
        <button type="button" className="bare anchor hoverLine semi" onClick={onDone}>
          Take the Next Step
        </button>
        .
      </p>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={`dim ${s.not}`}
        onClick={() => actions.edit(touch, { answered: true }, 'Not suggested again.')}
      >
        Not yet
      </Button>
    </div>
  )
}

/** 'today', 'on Tuesday' within a week, and 'on Nov 3'. */
function dayAsSaid(day: string, today: string): string {
  const ago = daysBetween(day, today)
  if (ago <= 1) return dayInSentence(day, today)
  return `on ${ago < 7 ? weekdayOf(day) : dayInSentence(day, today)}`
}
