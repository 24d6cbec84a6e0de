import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatDay } from '#core/contract/dates.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { words } from '../../client/words.ts'
import s from '../../entering/client/fields.module.css'
import { Calendar } from './Calendar.tsx'

type Props = { title: string; given?: string; today: string; onDay: (day: string) => void; onClose: () => void }

/** Asks for the day to snooze until. Whoever asked closes it. */
export function DayDialog({ title, given = '', today, onDay, onClose }: Props) {
  const [day, setDay] = useState(given)
  return (
    <Dialog
      title={title}
      size={400}
      onClose={onClose}
      onSubmit={() => day !== '' && onDay(day)}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={day === ''}>
            {day === '' ? 'Choose a date' : `Snooze until ${formatDay(day)}`}
          </Button>
        </>
      }
    >
      <div className={s.onlyCalendar}>
        <Calendar value={day} today={today} onChange={setDay} />
      </div>
    </Dialog>
  )
}
