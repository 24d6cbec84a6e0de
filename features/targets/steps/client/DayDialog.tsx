import { formatDay } from '#core/contract/dates.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import s from '../../forms/client/fields.module.css'
import { Calendar } from './Calendar.tsx'

type Props = {
  title: string
  draft: string
  given?: string
  today: string
  onDay: (day: string) => void
  onClose: () => void
}

/** Asks for the day to snooze until. The caller closes it. */
export function DayDialog({ title, draft, given = '', today, onDay, onClose }: Props) {
  const form = useForm({
    draft,
    initial: { day: given },
    act: ({ day }) => {
      if (day !== '') onDay(day)
      return day !== ''
    },
  })
  const { day } = form.values
  return (
    <FormDialog
      title={title}
      size={400}
      form={form}
      onClose={onClose}
      verb={day === '' ? 'Choose a date' : `Snooze until ${formatDay(day)}`}
      isDisabled={day === ''}
    >
      <div className={`grid ${s.onlyCalendar}`}>
        <Calendar value={day} today={today} onChange={(chosen) => form.set('day', chosen)} />
      </div>
    </FormDialog>
  )
}
