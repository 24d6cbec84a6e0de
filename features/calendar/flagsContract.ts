import type { Flag } from '#core/contract/area.ts'

export const calendarFlag: Flag = {
  name: 'targets.ical',
  label: 'Calendar subscription',
  tells: 'Each person can subscribe to their steps in a calendar.',
}
