import { defineFeature } from '#core/client/feature.ts'
import { calendarFlag } from './flagsContract.ts'

export const calendar = defineFeature({
  name: 'calendar',
  panels: [{ flag: calendarFlag, load: () => import('./client/CalendarPanel.tsx').then((file) => file.CalendarPanel) }],
})
