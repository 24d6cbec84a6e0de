import { changedMeanwhile, invalid } from '#core/contract/errors.ts'
import { offeredStages, type Stages, stagesFlag } from '#core/contract/stages.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { allOf, defineHandler, firmAdmin, type Handler, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { copies } from '#features/targets/server/contract.ts'
import { routes, type StagesInput } from '../contract.ts'
import { outcomesByStage } from './outcomes.ts'

const uses = allOf(allOf(signedIn, subscribed(trackerFlag)), subscribed(stagesFlag))

export const stageHandlers: Handler[] = [
  defineHandler(routes.outcomes, allOf(uses, firmAdmin), async ({ tx }) => ({ outcomes: await outcomesByStage(tx) })),
  defineHandler(routes.stages, uses, async ({ session }) => session.org.stages ?? offeredStages),
  defineHandler(routes.putStages, allOf(uses, firmAdmin), async ({ tx, session, body }) => {
    const before = await lockStages(tx)
    const after = replaced(before, body)
    await tx.sql`update orgs set stages = ${JSON.stringify(after)}::jsonb where id = ${currentOrgId}`
    // People's copies of Targets name the stage that replaced a removed one.
    if (after.removed.length > before.removed.length) triggerAfterCommit(tx, copies)
    const details = changesOf(before, after)
    if (Object.keys(details).length > 0) await audit(tx, session, { action: 'firm.stages_changed', details })
    return after
  }),
]

async function lockStages(tx: Tx): Promise<Stages> {
  const { rows } = await tx.sql<{ stages: Stages | null }>`
    select stages from orgs where id = ${currentOrgId} for no key update`
  return rows[0]!.stages ?? offeredStages
}

/** Throws 409 if someone else was faster, and 400 for a removed stage whose Targets have nowhere to go. */
export function replaced(before: Stages, { stages, instead, version }: StagesInput): Stages {
  if (version !== before.version) throw changedMeanwhile('pipeline')
  const isKept = new Set(stages.map(({ id }) => id))
  const again = stages.find(({ id }) => before.removed.some((one) => one.id === id))
  if (again) throw invalid({ stages: `“${again.name}” was removed before. Add it as a new stage.` })
  const gone = before.inOrder.filter(({ id }) => !isKept.has(id))
  const removed = gone.map(({ id, name }) => {
    const place = instead[id]
    if (place === undefined || (place !== null && !isKept.has(place)))
      throw invalid({ stages: `Choose a stage for the Targets that are in “${name}”.` })
    return { id, name, instead: place }
  })
  return { inOrder: stages, removed: [...before.removed, ...removed], version: version + 1 }
}

type Named = { name: string }
const namesOf = (stages: readonly Named[]) => stages.map(({ name }) => name)

/** Returns the details for the audit log. */
function changesOf(before: Stages, after: Stages): Record<string, unknown> {
  const pairs = after.inOrder.flatMap((next) => {
    const old = before.inOrder.find(({ id }) => id === next.id)
    return old ? [{ old, next }] : []
  })
  const added = after.inOrder.filter(({ id }) => !before.inOrder.some((one) => one.id === id))
  const changed = pairs.flatMap(({ old, next }) =>
    (['name', 'meaning', 'chance'] as const)
      .filter((part) => old[part] !== next[part])
      .map((part) => [`${old.name} ${part}`, { from: old[part], to: next[part] }]),
  )
  const isReordered = pairs.map(({ next }) => next.id).join() !== keptOrder(before, pairs)
  const removed = after.removed.slice(before.removed.length).map(({ name, instead }) => ({
    stage: name,
    instead: after.inOrder.find(({ id }) => id === instead)?.name ?? null,
  }))
  return {
    ...(added.length > 0 && { added: namesOf(added) }),
    ...Object.fromEntries(changed),
    ...(removed.length > 0 && { removed }),
    ...(isReordered && { order: namesOf(after.inOrder) }),
  }
}

const keptOrder = ({ inOrder }: Stages, pairs: readonly { next: { id: string } }[]): string =>
  inOrder
    .filter(({ id }) => pairs.some(({ next }) => next.id === id))
    .map(({ id }) => id)
    .join()
