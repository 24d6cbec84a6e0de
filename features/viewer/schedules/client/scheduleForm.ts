// The form of a mailed report: what it begins with, and what is sent.
import { type Days, daysOfPreset, type MailPreset, mailPresets } from '#core/contract/ranges.ts'
import type { Scope } from '#core/contract/viewerReport.ts'
import type { Schedule, ScheduleInput } from '../contract.ts'

/** What is mailed, as the screen shows it. */
export type Wanted = {
  report: string
  report_name: string
  about: Scope
  which: string | null
  /** Null for a report that is of now. */
  days: Days | null
}

export type ScheduleValues = {
  frequency: 'weekly' | 'monthly'
  weekday: string
  month_day: string
  hour: string
  range: string
  format: Schedule['format']
  user_ids: string[]
  subject: string
}

/** The preset that the days on the screen are; the last week where they are none. */
const rangeOf = (days: Days, today: string): MailPreset =>
  mailPresets.find((preset) => {
    const its = daysOfPreset(preset, today)
    return its.start === days.start && its.end === days.end
  }) ?? '7'

export const blankFor = ({ days }: Wanted, today: string, me: string): ScheduleValues => ({
  frequency: 'weekly',
  weekday: '1',
  month_day: '1',
  hour: '7',
  range: days ? rangeOf(days, today) : '',
  format: 'both',
  user_ids: [me],
  subject: '',
})

export const valuesOf = (schedule: Schedule): ScheduleValues => ({
  frequency: schedule.frequency,
  weekday: String(schedule.weekday ?? 1),
  month_day: String(schedule.month_day ?? 1),
  hour: String(schedule.hour),
  range: schedule.range ?? '',
  format: schedule.format,
  user_ids: schedule.recipients.map(({ user_id }) => user_id),
  subject: schedule.subject,
})

export const inputOf = (
  { report, about, which }: Pick<Wanted, 'report' | 'about' | 'which'>,
  values: ScheduleValues,
): ScheduleInput => ({
  report,
  about: { key: about.key, id: about.id },
  which,
  range: values.range === '' ? null : (values.range as MailPreset),
  format: values.format,
  frequency: values.frequency,
  weekday: values.frequency === 'weekly' ? Number(values.weekday) : null,
  month_day: values.frequency === 'monthly' ? Number(values.month_day) : null,
  hour: Number(values.hour),
  user_ids: values.user_ids,
  subject: values.subject,
})
