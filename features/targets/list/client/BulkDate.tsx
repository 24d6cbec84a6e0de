import { DayDialog } from '../../steps/client/DayDialog.tsx'

type Props = { count: number; today: string; onDay: (day: string) => void; onClose: () => void }

export function BulkDate({ count, today, onDay, onClose }: Props) {
  const snooze = (day: string) => {
    onClose()
    onDay(day)
  }
  const title = `Snooze ${count} ${count === 1 ? 'Target' : 'Targets'}`
  return <DayDialog draft="snooze" title={title} today={today} onDay={snooze} onClose={onClose} />
}
