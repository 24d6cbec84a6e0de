import { addDays } from '#core/contract/dates.ts'

/** Tomorrow is 1 day ahead, next week 8. `today` and the days are `YYYY-MM-DD`. Source: the specification, section 9. */
export const snoozes = (today: string) =>
  [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'Next week', day: addDays(today, 8) },
  ] as const
