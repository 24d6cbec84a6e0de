// What people are told of mailed reports.
import { defineNotice } from '#core/contract/notice.ts'
import { viewerFlag } from '../flagsContract.ts'

/** Only the switch of a notice: reports are sent by their runs, and stand in no inbox. */
export const mailedReport = defineNotice({
  kind: 'mailed_reports',
  label: 'Mailed reports',
  flag: viewerFlag,
  why: 'Somebody of your firm has a report of the Viewer mailed to you.',
  switches: { email: 'Reports of the Viewer by e-mail' },
  leaves: 'soon',
  level: 'daily',
  title: 'Report',
  button: 'Open the report',
  several: (count) => `${count} reports`,
  stays: 'The reports stay in the Viewer.',
})

/** To whoever has a report mailed. */
export const mailedReportTrouble = defineNotice({
  kind: 'mailed_report_trouble',
  label: 'Reports that could not be mailed',
  flag: viewerFlag,
  why: 'A report that you have mailed did not reach everybody, or is not mailed any more.',
  switches: { email: 'Reports that could not be mailed, by e-mail' },
  leaves: 'soon',
  level: 'asks',
  title: 'A report was not mailed',
  button: 'Open Mailed reports',
  several: (count) => `${count} reports that were not mailed`,
})
