import { defineQuery } from '#core/sync/query.ts'
import { routes, type WorksheetHistory } from './contract.ts'

type Wanted = { id: string; from?: string; to?: string; userid?: string }

/** Loads a worksheet's history, of a month or all, latest first. */
export const worksheetHistory = defineQuery<WorksheetHistory, Wanted>({
  name: 'worksheetHistory',
  route: routes.history,
  callOf: ({ id, ...query }, after) => ({ params: { id }, query: { ...query, after } }),
  keyOf: ({ id, from = '', userid = '' }) => `${id}:${from}:${userid}`,
  keeps: 20,
  isLive: true,
  pages: {
    nextOf: ({ next }) => next,
    join: (before, more) => ({ history: [...before.history, ...more.history], next: more.next }),
  },
})

/** Loads the people whose worksheets the person can read. */
export const answeringPeople = defineQuery({
  name: 'answeringPeople',
  route: routes.people,
  callOf: () => ({}),
  noCacheReason: 'It leads to answers that no device stores, and permission to read them can end.',
})

/** Loads the worksheets of a managed person. */
export const worksheetsOfPerson = defineQuery({
  name: 'worksheetsOfPerson',
  route: routes.list,
  callOf: (userid: string) => ({ query: { userid } }),
  keyOf: (userid) => userid,
  noCacheReason: 'Other people’s answers stay on the server, and a manager’s permission to read them can end.',
})
