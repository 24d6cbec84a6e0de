// Reports of the client, with their own screens if they have any.
import type { ListedViewerReport } from '#core/client/feature.ts'

export const listedReports: readonly ListedViewerReport[] = [
  {
    name: 'overview',
    load: () => import('../overviewContract.ts').then((file) => file.overviewReport),
    screen: () => import('./OverviewScreen.tsx').then((file) => file.OverviewScreen),
  },
  {
    name: 'highlights',
    load: () => import('../highlightsContract.ts').then((file) => file.highlightsReport),
    screen: () => import('./HighlightsScreen.tsx').then((file) => file.HighlightsScreen),
  },
  {
    name: 'targets',
    load: () => import('../targetsContract.ts').then((file) => file.targetsReport),
    screen: () => import('./TargetsScreen.tsx').then((file) => file.TargetsScreen),
  },
  {
    name: 'clients',
    load: () => import('../clientsContract.ts').then((file) => file.clientsReport),
    screen: () => import('./ClientsScreen.tsx').then((file) => file.ClientsScreen),
  },
  {
    name: 'overlaps',
    load: () => import('../overlapsContract.ts').then((file) => file.overlapsReport),
    screen: () => import('./OverlapsScreen.tsx').then((file) => file.OverlapsScreen),
  },
  {
    name: 'people',
    load: () => import('../peopleContract.ts').then((file) => file.peopleReportDefinition),
    screen: () => import('./PeopleScreen.tsx').then((file) => file.PeopleScreen),
    without: () => import('../../pipelines/client/PeoplePage.tsx').then((file) => file.PeoplePage),
  },
  { name: 'made-of', load: () => import('../drillDownContract.ts').then((file) => file.drillDownReport) },
]
