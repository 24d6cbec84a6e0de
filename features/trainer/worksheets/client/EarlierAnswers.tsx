import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { useZone } from '#core/client/useToday.ts'
import { addDays, dayIn, formatDay } from '#core/contract/dates.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import type { WorksheetEntry, WorksheetRow } from '../contract.ts'
import { worksheetHistory } from '../queries.ts'
import t from './WorksheetTab.module.css'

type Props = {
  worksheet: WorksheetRow
  /** Colleague's ID; absent for one's own answers. */
  userid?: string
  /** Restores an earlier answer to its cell. */
  onUse?: ((name: string, value: string) => void) | undefined
  onClose: () => void
}

export function EarlierAnswers({ worksheet, userid, onUse, onClose }: Props) {
  const zone = useZone()
  const [month, setMonth] = useState('')
  const days = month === '' ? {} : { from: `${month}-01`, to: lastOf(month) }
  const answer = useQuery(worksheetHistory, { id: worksheet.id, ...days, ...(userid && { userid }) })
  const lines = answer.value?.history ?? []
  const byDay = [...Map.groupBy(lines, ({ day }) => day)]
  return (
    <Dialog title="Earlier answers" onClose={onClose} size={680} isTall>
      <div className={`mb16 ${t.months}`}>
        <NativeSelect
          label="Written in"
          data={[{ value: '', label: 'Any month' }, ...monthsUntil(dayIn(zone, new Date()))]}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
      </div>
      <AnswerState of={answer} isAwaited />
      {answer.value === undefined && answer.isOffline && <p className="dim">{whenOnline('read earlier answers')}</p>}
      {answer.value && lines.length === 0 && (
        <p className="dim">{month === '' ? 'No earlier answers yet.' : `No answers from ${formatMonth(month)}.`}</p>
      )}
      {byDay.map(([day, those]) => (
        <section key={day}>
          <h3 className={`body ${t.day}`}>{formatDay(day)}</h3>
          <ul className="stack gap16">
            {those.map((line) => (
              <Line key={line.id} line={line} version={worksheet.version} onUse={onUse} />
            ))}
          </ul>
        </section>
      ))}
      {answer.more && <MoreButton onMore={answer.more} />}
    </Dialog>
  )
}

type LineProps = { line: WorksheetEntry; version: number; onUse: Props['onUse'] }

function Line({ line, version, onUse }: LineProps) {
  const canUse = onUse && line.version === version && !line.is_current && line.value !== ''
  return (
    <li className={t.line}>
      <p className="cap">
        {line.parameter ? `${line.parameter}: ${line.question}` : 'Deleted question'}
        {line.version !== version && `, version ${line.version}`}
        {line.device && `, on ${line.device}`}
      </p>
      <p className={`break ${t.said}`}>{line.value === '' ? <span className="dim">Cleared</span> : line.value}</p>
      {line.is_current && line.version === version && <p className="small medium good">Current answer</p>}
      {canUse && (
        <Button variant="subtle" size="compact-sm" onClick={() => onUse(line.name, line.value)}>
          Restore
        </Button>
      )}
    </li>
  )
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const formatMonth = (month: string) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
const before = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)
const lastOf = (month: string) => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
const YEARS = 3

/** Returns the months of the last years, latest first. `today` is a day. */
function monthsUntil(today: string): { value: string; label: string }[] {
  const months = [today.slice(0, 7)]
  while (months.length < YEARS * 12) months.push(before(months.at(-1)!))
  return months.map((value) => ({ value, label: formatMonth(value) }))
}
