import type { Flag } from '#core/contract/area.ts'

export const calendarFlag: Flag = { name: 'targets.ical' }
