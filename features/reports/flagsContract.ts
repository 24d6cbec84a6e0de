import type { Flag } from '#core/contract/area.ts'

export const reportFlag: Flag = {
  name: 'targets.report',
  label: 'Activity report',
  tells: 'Each person can download their report as PDF or Excel.',
}
