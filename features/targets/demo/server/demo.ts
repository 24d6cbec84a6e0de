// Pipelines of everyone at the demo firms, and the targets that Dana and Lee share.

import { sql } from 'kysely'
import type { Flag } from '#core/contract/area.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import type { Random } from '#core/server/demo/random.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import type { Target, TargetValue, Type } from '../../contract.ts'
import { targetStore } from '../../server/store.ts'
import { type Company, contactAt, marketOf } from './companies.ts'
import { coursesOf, type DemoPipeline } from './courses.ts'
import { outlookPlanner, withoutOutlooks } from './outlooks.ts'
import { demoPipeline } from './pipelines.ts'
import { shareable, shareWith } from './shares.ts'
import { withSources } from './sources.ts'
import { demoHistory, type Prospect } from './story.ts'
import { colleagueNotes } from './texts.ts'

type History = RowChange<Target>[]

export const demoPipelines: DemoPart = {
  async fill(tx, { people }, setting) {
    const pipelines = [...people.keys()].map((email) => demoPipeline(email, setting.random))
    const market = marketOf(setting.random)
    const owned = new Map<Actor, Target[]>()
    const outlookOf = (await usesFlag(tx, stagesFlag)) ? outlookPlanner(setting.calendar) : withoutOutlooks
    const sourced = (await usesFlag(tx, referralsFlag))
      ? (histories: History[], actor: Actor) => withSources(histories, actor, [...people.values()])
      : (histories: History[]) => histories
    for (const [i, actor] of [...people.values()].entries())
      owned.set(actor, await makePipeline(tx, pipelines[i]!, { actor, outlookOf, ...setting }, market, sourced))

    const [dana, lee] = [people.get('dana@hartwell.example'), people.get('lee@hartwell.example')]
    if (dana && lee) await shareBetween(tx, [dana, lee], owned, setting)
  },
}

async function usesFlag(tx: Tx, flag: Flag): Promise<boolean> {
  const { rows } = await tx.sql<{ uses: boolean }>`
    select ${isOnIn(sql`subscriptions`, flag)} as uses from orgs where id = ${currentOrgId}`
  return rows[0]!.uses
}

async function shareBetween(tx: Tx, [dana, lee]: [Actor, Actor], owned: Map<Actor, Target[]>, setting: DemoSetting) {
  const teller = { actor: dana, ...setting }
  const [danas, lees] = [shareable(owned.get(dana)!, 3, teller), shareable(owned.get(lee)!, 3, teller)]
  const [forDana, forLee] = [[undefined, ...colleagueNotes], [...colleagueNotes].reverse()]
  for (const [i, target] of danas.entries())
    await shareWith(tx, { target, from: dana, to: lee, note: forLee[i] }, teller)
  for (const [i, target] of lees.entries())
    await shareWith(tx, { target, from: lee, to: dana, note: forDana[i] }, teller)
}

/** Returns the targets in their current state. */
async function makePipeline(
  tx: Tx,
  pipeline: DemoPipeline,
  teller: Parameters<typeof demoHistory>[2],
  market: ReturnType<typeof marketOf>,
  sourced: (histories: History[], owner: Actor) => History[],
): Promise<Target[]> {
  const { calendar, random } = teller
  const courses = coursesOf(pipeline, calendar, random)
  const prospects: Prospect[] = []
  for (const { follows } of courses)
    prospects.push(
      follows === undefined ? prospectAt(market.next(), random) : { ...prospects[follows]!, type: 'client' },
    )
  const told = courses.map((course, i) => demoHistory(course, prospects[i]!, teller))
  const histories = sourced(told, teller.actor)
  await saveChanges(tx, targetStore, histories.flat())
  return histories.map((history) => history.at(-1)!.after!)
}

const types: Type[] = ['prospect', 'prospect', 'prospect', 'client', 'client', 'refsource']
const values: TargetValue[] = ['L', 'M', 'M', 'H']
const prospectAt = (company: Company, random: Random): Prospect => ({
  company,
  contact: contactAt(company, random),
  type: random.pick(types),
  value: random.pick(values),
})
