import { defineNotice } from '#core/contract/notice.ts'
import { viewerFlag } from '../flagsContract.ts'

/** Only the switch of a notice. Runs send the reports, which aren't shown in the inbox. */
export const mailedReport = defineNotice({
  kind: 'mailed_reports',
  label: 'Scheduled reports',
  flag: viewerFlag,
  why: 'Someone at your firm schedules a Viewer report for you.',
  switches: { email: 'Viewer reports by email' },
  leaves: 'soon',
  level: 'daily',
  title: 'Report',
  button: 'Open the report',
  several: (count) => `${count} reports`,
  stays: 'The reports stay in the Viewer.',
})

/** Sent to the owner of the schedule. */
export const mailedReportTrouble = defineNotice({
  kind: 'mailed_report_trouble',
  label: 'Scheduled reports that failed',
  flag: viewerFlag,
  why: 'A report you scheduled didn’t reach everyone or has stopped.',
  switches: { email: 'Scheduled reports that failed, by email' },
  leaves: 'soon',
  level: 'asks',
  title: 'A scheduled report failed',
  button: 'Open Scheduled reports',
  several: (count) => `${count} scheduled reports failed`,
})
