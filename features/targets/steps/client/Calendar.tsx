import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import s from '../../forms/client/fields.module.css'

type Props = { value: string; today: string; onChange: (day: string) => void }

/**
 * Calendar to choose a day from the firm's today on. A separate file, so that the date picker loads only when opened.
 */
export function Calendar({ value, today, onChange }: Props) {
  const isNarrow = useIsNarrow()
  return (
    <DatePicker
      className={s.month}
      size={isNarrow ? 'lg' : 'sm'}
      hideOutsideDates
      weekendDays={[]}
      value={value || null}
      defaultDate={value || today}
      minDate={today}
      firstDayOfWeek={1}
      getDayProps={(day) => ({ 'data-today': day === today || undefined })}
      onChange={(day) => day && onChange(day)}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      classNames={{ weekday: s.weekday }}
      aria-label="Choose a date"
    />
  )
}
