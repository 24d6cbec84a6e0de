import { dayIn, dayInSentence } from '#core/contract/dates.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Sheet.module.css'
import type { FillingState as State } from './useFilling.ts'

type Props = { state: State /** Instant of the last answer. */; last: string | null; zone: string }

/** Shows whether everything is saved. The live region stays mounted so that screen readers announce changes. */
export function SheetState({ state, last, zone }: Props) {
  return (
    <p className={`inline gap4 rigid small dim ${s.state}`} role="status">
      {state === 'saving' && 'Saving...'}
      {state === 'saved' && (
        <span className={s.fade}>
          <Icon name="check" size={16} stroke={2} className={`good ${s.check}`} /> Saved just now
        </span>
      )}
      {state === 'loaded' && last !== null && `Last saved ${formatSavedAt(last, zone)}`}
    </p>
  )
}

/** Formats a day such as 'today' or 'Nov 17'. */
export const formatSavedAt = (instant: string, zone: string): string =>
  dayInSentence(dayIn(zone, instant), dayIn(zone, new Date()))
