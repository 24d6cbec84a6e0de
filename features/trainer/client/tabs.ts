// Tabs of the Trainer, and its additions to other areas' pages. Each is loaded when it is opened.
import type { Tab } from '#core/client/feature.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { readsPeople } from '../assigning/client/policies.ts'
import { brandedFlag, trainerFlag } from '../flagsContract.ts'

export const tabs: readonly Tab[] = [
  {
    area: 'trainer',
    name: 'lessons',
    label: 'Lessons',
    order: 10,
    load: () => import('../lessons/client/LessonsTab.tsx').then((file) => file.LessonsTab),
    count: () => import('./counts.ts').then((file) => file.useLessonCount),
  },
  {
    area: 'trainer',
    name: 'worksheets',
    label: 'Worksheets',
    order: 20,
    load: () => import('../worksheets/client/WorksheetList.tsx').then((file) => file.WorksheetList),
    count: () => import('./counts.ts').then((file) => file.useWorksheetCount),
  },
  {
    area: 'trainer',
    name: 'resources',
    label: 'Resources',
    order: 25,
    isUnlisted: true,
    load: () => import('../resources/client/ResourceList.tsx').then((file) => file.ResourceList),
  },
  {
    area: 'trainer',
    name: 'firmcontent',
    label: 'Firm Content',
    order: 30,
    flag: brandedFlag,
    load: () => import('../firmContent/client/FirmContentList.tsx').then((file) => file.FirmContentList),
    count: () => import('./counts.ts').then((file) => file.useFirmLessonCount),
  },
  {
    area: 'admin',
    name: 'curriculum',
    label: 'Curriculum',
    group: 'Content',
    order: 67,
    isFor: ({ user }) => user.role === 'operator',
    load: () => import('../curriculum/client/Curriculum.tsx').then((file) => file.Curriculum),
  },
  {
    area: 'admin',
    name: 'help',
    label: 'Help with steps',
    group: 'Content',
    order: 68,
    isFor: ({ user, Subscriptions }) =>
      user.role === 'operator' || (user.role === 'admin' && isFeatureOn(Subscriptions, trainerFlag)),
    load: () => import('../help/client/HelpEditor.tsx').then((file) => file.HelpEditor),
  },
  {
    area: 'trainer',
    name: 'record',
    label: 'Record',
    order: 40,
    load: () => import('../record/client/RecordTab.tsx').then((file) => file.RecordTab),
  },
  {
    area: 'trainer',
    name: 'progress',
    label: 'Progress',
    order: 50,
    isFor: readsPeople,
    load: () => import('../progress/client/ProgressTab.tsx').then((file) => file.ProgressTab),
  },
]
