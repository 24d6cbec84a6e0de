// What a firm can subscribe to, as switches with plain names.
import type { Subscriptions } from '#core/contract/session.ts'
import { type Flag, flags } from './contract.ts'

export const flagWords: Record<Flag, { label: string; tells: string }> = {
  targets: { label: 'Tracker', tells: 'Targets, steps and notes. Without it the firm cannot be signed in to.' },
  'targets.sharing': { label: 'Sharing targets', tells: 'Colleagues can be invited to a target.' },
  'targets.overlaps': { label: 'Potential overlaps', tells: 'Shows who else pursues the same company or contact.' },
  'targets.ical': { label: 'Calendar subscription', tells: 'Each person can subscribe to their steps in a calendar.' },
  'targets.report': { label: 'Activity report', tells: 'Each person can download their report as PDF or Excel.' },
  trainer: { label: 'Trainer', tells: 'Lessons and worksheets.' },
  'trainer.transcripts': { label: 'Transcripts', tells: 'Lessons can be read.' },
  'trainer.branded': { label: "The firm's own content", tells: 'The firm can add lessons of its own.' },
  insights: { label: 'Insights', tells: 'The content library and digests.' },
  viewer: { label: 'Viewer', tells: 'Reports on people and pipelines for managers.' },
  'viewer.dashboards': { label: 'Dashboards', tells: 'Key figures of the whole firm.' },
  assets: { label: 'Assets', tells: 'Files that people use with their targets.' },
  'license.2fa': { label: 'Two-factor sign-in', tells: 'People can be asked for a second proof when they sign in.' },
}

/** What each feature is part of. */
export const areaOfFlag = (flag: Flag): string => flag.split('.')[0]!

const yes = (is: boolean) => (is ? 'yes' : 'no') as 'yes' | 'no'

export function flagsOf(given: Subscriptions): Record<Flag, boolean> {
  const { targets, trainer, insights, viewer, assets, license } = given
  const { sharing, overlaps, ical, report } = targets.features
  const on: Record<Flag, string | undefined> = {
    targets: targets.on,
    'targets.sharing': sharing.on,
    'targets.overlaps': overlaps,
    'targets.ical': ical.on,
    'targets.report': report.on,
    trainer: trainer.on,
    'trainer.transcripts': trainer.features?.transcripts.on,
    'trainer.branded': trainer.features?.branded.on,
    insights: insights.on,
    viewer: viewer.on,
    'viewer.dashboards': viewer.features?.dashboards.on,
    assets: assets.on,
    'license.2fa': license.features['2fa'].on,
  }
  return Object.fromEntries(flags.map((flag) => [flag, on[flag] === 'yes'])) as Record<Flag, boolean>
}

export const subscriptionsWith = (is: Record<Flag, boolean>): Subscriptions => ({
  targets: {
    on: yes(is.targets),
    features: {
      sharing: { on: yes(is['targets.sharing']) },
      overlaps: yes(is['targets.overlaps']),
      ical: { on: yes(is['targets.ical']) },
      report: { on: yes(is['targets.report']) },
    },
  },
  trainer: {
    on: yes(is.trainer),
    features: {
      transcripts: { on: yes(is['trainer.transcripts']) },
      branded: { on: yes(is['trainer.branded']) },
    },
  },
  insights: { on: yes(is.insights) },
  viewer: { on: yes(is.viewer), features: { dashboards: { on: yes(is['viewer.dashboards']) } } },
  assets: { on: yes(is.assets) },
  license: { features: { '2fa': { on: yes(is['license.2fa']) } } },
})
