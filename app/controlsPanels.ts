// What features put into the Tracker's Controls, in this order.
import { offerPanel } from '#core/client/panels/offeredPanels.ts'

export const controlsPanels = [
  offerPanel('targets.ical', () =>
    import('#features/calendar/client/CalendarPanel.tsx').then((file) => ({ default: file.CalendarPanel })),
  ),
  offerPanel('targets.report', () =>
    import('#features/reports/client/ActivityPanel.tsx').then((file) => ({ default: file.ActivityPanel })),
  ),
]
