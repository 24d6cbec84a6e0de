// What of the Tracker a firm can subscribe to.
import type { Flag } from '#core/contract/area.ts'

export const trackerFlag: Flag = {
  name: 'targets',
  label: 'Tracker',
  tells: 'Targets, steps and notes.',
}
export const sharingFlag: Flag = {
  name: 'targets.sharing',
  label: 'Sharing targets',
  tells: 'Colleagues can be invited to a target.',
}
export const overlapsFlag: Flag = {
  name: 'targets.overlaps',
  label: 'Potential overlaps',
  tells: 'Shows who else pursues the same company or contact.',
  isBare: true,
}
