import { defineFeature, type RouteLocation, screen } from '#core/client/feature.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { type Status, statusTerm } from './contract.ts'
import { peopleArea } from './pipelines/client/peopleArea.ts'

const area = {
  name: 'targets',
  label: 'Tracker',
  path: '/targets/active',
  prefixes: ['/targets', '/target', '/company', '/viewer/pipeline/people'],
  icon: 'target-arrow',
  order: 10,
  landing: 1,
  flag: trackerFlag,
} as const

const isStatus = (status: unknown): status is Status => typeof status === 'string' && Object.hasOwn(statusTerm, status)
const statusOf = ({ params, search }: RouteLocation): Status => {
  const status = params.status ?? search.status
  return isStatus(status) ? status : 'active'
}
const called = () => import('./client/TargetCalled.tsx').then((file) => file.TargetCalled)
const frame = () => import('./client/TargetDialogs.tsx').then((file) => file.TargetDialogs)

/** Separate tab for people who manage someone. */
export const pipelines = defineFeature({ name: 'pipelines', area: peopleArea })

export const targets = defineFeature({
  name: 'targets',
  area,
  screens: [
    { path: '/targets', leadsTo: () => '/targets/active' },
    screen('/targets/$status', () => import('./list/client/TargetsPage.tsx').then((file) => file.TargetsPage), {
      frame,
      isKept: true,
      leadsTo: ({ params }) => (isStatus(params.status) ? undefined : '/targets/active'),
      propsOf: (place) => ({ status: statusOf(place) }),
    }),
    screen('/target/$id', () => import('./detail/client/TargetPage.tsx').then((file) => file.TargetPage), {
      frame,
      called,
    }),
    screen('/company/$name', () => import('./companies/client/CompanyPage.tsx').then((file) => file.CompanyPage), {
      frame,
      propsOf: ({ params, search }) => ({ name: params.name ?? '', was: String(search.was ?? '') }),
    }),
    screen(
      '/viewer/pipeline/people/$uid',
      () => import('./pipelines/client/PersonTargetsPage.tsx').then((file) => file.PersonTargetsPage),
      { propsOf: (place) => ({ uid: place.params.uid ?? '', status: statusOf(place) }) },
    ),
    screen(
      '/viewer/pipeline/people/$uid/$part/$id',
      () => import('./pipelines/client/PersonTargetPage.tsx').then((file) => file.PersonTargetPage),
      { propsOf: ({ params }) => params, called },
    ),
  ],
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
  offline: () => import('./client/offline.ts').then((file) => file.offline),
  notices: () => import('./notices/client/featureNotices.ts').then((file) => file.featureNotices),
  viewerReports: () => import('./reports/client/listedReports.ts').then((file) => file.listedReports),
  stepMaker: {
    flag: trackerFlag,
    load: () => import('./steps/client/TurnIntoStep.tsx').then((file) => file.TurnIntoStep),
  },
  targetActs: {
    flag: trackerFlag,
    load: () => import('./client/TargetActs.tsx').then((file) => file.TargetActs),
  },
  targetSteps: {
    flag: trackerFlag,
    load: () => import('./steps/client/useStepsOfTargets.ts').then((file) => file.useStepsOfTargets),
  },
  bar: () => import('./client/TargetNotices.tsx').then((file) => file.TargetNotices),
})
