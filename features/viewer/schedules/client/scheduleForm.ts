// Form of a scheduled report: initial values and the request.
import { type Days, daysOfPreset, type MailPreset, mailPresets } from '#core/contract/ranges.ts'
import type { ReportScope } from '#core/contract/viewerReport.ts'
import { type Schedule, type ScheduleInput, USUAL_HOUR } from '../contract.ts'

/** The report as the screen shows it. */
export type WantedRecipients = {
  code: string
  name: string
  about: ReportScope
  which: string | null
  /** Null for a report on the current state. */
  days: Days | null
}

export type ScheduleValues = {
  frequency: 'weekly' | 'monthly'
  weekday: string
  day: string
  hour: string
  days: string
  format: Schedule['format']
  user_ids: string[]
  subject: string
}

/** Returns the preset of the days on the screen; the last week if none matches. */
const presetOf = (days: Days, today: string): MailPreset =>
  mailPresets.find((preset) => {
    const its = daysOfPreset(preset, today)
    return its.start === days.start && its.end === days.end
  }) ?? '7'

export const blankFor = ({ days }: WantedRecipients, today: string, me: string): ScheduleValues => ({
  frequency: 'weekly',
  weekday: '1',
  day: '1',
  hour: String(USUAL_HOUR),
  days: days ? presetOf(days, today) : '',
  format: 'both',
  user_ids: [me],
  subject: '',
})

export const scheduleFormValues = (schedule: Schedule): ScheduleValues => ({
  frequency: schedule.weekday === null ? 'monthly' : 'weekly',
  weekday: String(schedule.weekday ?? 1),
  day: String(schedule.day ?? 1),
  hour: String(schedule.hour),
  days: schedule.days ?? '',
  format: schedule.format,
  user_ids: schedule.recipients.map(({ user_id }) => user_id),
  subject: schedule.subject,
})

export const scheduleInput = (
  { code, about, which }: Pick<WantedRecipients, 'code' | 'about' | 'which'>,
  values: ScheduleValues,
): ScheduleInput => ({
  code,
  key: about.key,
  id: about.id,
  which,
  days: values.days === '' ? null : (values.days as MailPreset),
  format: values.format,
  weekday: values.frequency === 'weekly' ? Number(values.weekday) : null,
  day: values.frequency === 'monthly' ? Number(values.day) : null,
  hour: Number(values.hour),
  user_ids: values.user_ids,
  subject: values.subject,
})
