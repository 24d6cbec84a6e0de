import { IconUsers } from '@tabler/icons-react'
import { dataOf } from '#core/contract/area.ts'
import type { Session } from '#core/contract/session.ts'
import { trackerFlag } from '../../flagsContract.ts'

/** Where managers open the pipelines of their people. Its screens are the Tracker's. */
export const people = {
  name: 'people',
  label: 'People',
  path: '/viewer/pipeline/people',
  prefixes: ['/viewer/pipeline/people'],
  icon: IconUsers,
  order: 50,
  flag: trackerFlag,
  isFor: ({ user, Subscriptions }: Session) =>
    user.role === 'admin' || dataOf(Subscriptions, trackerFlag)?.people === 'yes',
} as const
