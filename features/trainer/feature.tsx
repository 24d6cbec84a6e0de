import { defineFeature, screen } from '#core/client/feature.ts'
import { trainerFlag } from './flagsContract.ts'

export const trainer = defineFeature({
  name: 'trainer',
  area: {
    name: 'trainer',
    label: 'Trainer',
    path: '/trainers/lessons',
    prefixes: ['/trainers', '/lesson'],
    icon: 'school',
    order: 20,
    landing: 3,
    flag: trainerFlag,
  },
  screens: [
    { path: '/trainers', leadsTo: () => '/trainers/lessons' },
    screen('/trainers/$', () => import('./client/TrainerPage.tsx').then((file) => file.TrainerPage), {
      propsOf: ({ params }) => ({ tab: params._splat ?? '' }),
    }),
    screen('/lesson/$id', () => import('./lessons/client/LessonPage.tsx').then((file) => file.LessonPage), {
      propsOf: ({ params, search }) => ({
        lessonId: params.id ?? '',
        tab: String(search.tab ?? ''),
        personId: String(search.person ?? ''),
        at: String(search.at ?? ''),
        question: String(search.question ?? ''),
      }),
    }),
  ],
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
  viewerReports: () => import('./client/listedReports.ts').then((file) => file.listedReports),
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
  notices: () => import('./client/featureNotices.ts').then((file) => file.featureNotices),
  stepHelp: {
    flag: trainerFlag,
    load: () => import('./help/client/StepHelp.tsx').then((file) => file.StepHelp),
    ask: (engine) => import('./help/client/askForHelp.ts').then((file) => file.askForHelp(engine)),
  },
  offlineLater: () => import('./client/offline.ts').then((file) => file.offline),
})
