import { dayIn } from '#core/contract/dates.ts'
import { invalid, notFound } from '#core/contract/errors.ts'
import { messages } from '#core/contract/fields.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { CameFrom } from '#core/contract/referrals.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import {
  allOf,
  defineHandler,
  definePipelinedRead,
  firmAdmin,
  type Handler,
  RawJson,
  signedIn,
} from '#core/server/routes.ts'
import { principalOf } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { act } from '#core/sync/server/actions.ts'
import { type AnyCall, serveActions } from '#core/sync/server/serveAction.ts'
import type { ContactRecords } from '#features/contacts/server/contract.ts'
import { withKnownSource } from '../cameFrom/server/knownSource.ts'
import { companyNamed } from '../companies/server/company.ts'
import { joinCompanies, separateCompanies } from '../companies/server/merging.ts'
import { refuseUnknownRole } from '../contacts/server/routes.ts'
import type { Target } from '../contract.ts'
import { timelineOf } from '../detail/server/timeline.ts'
import { ownNote, tileOf } from '../facts.ts'
import { firmWideRoutes } from '../firmWide/server/firmTargets.ts'
import { createTarget, editTarget } from '../forms/actions.ts'
import { companiesLike } from '../forms/server/companies.ts'
import { writeNote } from '../notes/actions.ts'
import { archiveTarget, completeTarget, loseTarget, pursueTarget, undoChange } from '../outcome/actions.ts'
import { overlapRoutes } from '../overlaps/server/overlaps.ts'
import { ownedBy } from '../pipelines/server/owned.ts'
import { forManagers, managedBy, viewsOfPipeline } from '../pipelines/server/proxy.ts'
import { routes } from '../routesContract.ts'
import { hudOf, standingOf } from '../score/server/hud.ts'
import { scoreOfDay } from '../score/server/score.ts'
import { setYtdRevenue } from '../score/server/ytd.ts'
import { sharingRoutes } from '../sharing/server/sharing.ts'
import { moveTarget } from '../stages/actions.ts'
import { inCurrentStage, refuseOutlook } from '../stages/server/current.ts'
import { medianDays } from '../stages/server/medians.ts'
import { markStep, remindMe, setStep } from '../steps/actions.ts'
import { destroyTarget, emptyTrash, trashTarget } from '../trash/actions.ts'
import { changesAfter, listTargets, readTarget, tileText } from './reads.ts'
import { targetStore } from './store.ts'
import { isAlone } from './targetViews.ts'

const tracker = allOf(signedIn, subscribed(trackerFlag))

/** Returns the current target. A manager can make the call as the person. */
const serving = {
  store: targetStore,
  proxy: forManagers,
  async answer({ tx, context }, target, { name }) {
    if (!isAlone(target) || target.overlaps.length > 0 || mayMeet.has(name))
      return new RawJson(await tileText(tx, principalOf(context), target.id))
    return tileOf(target, dayIn(context.zone, context.now))
  },
} satisfies Omit<Parameters<typeof serveActions<Target>>[0], 'policy'>
const serveAction = serveActions<Target>({ ...serving, policy: tracker })
const serveStages = serveActions<Target>({ ...serving, policy: allOf(tracker, subscribed(stagesFlag)) })

/** These actions can change a target's overlaps, which only the database can determine. */
const mayMeet = new Set([createTarget, editTarget, pursueTarget, undoChange].map(({ name }) => name))

/** A manager can make the call as the person. */
const proxied = { proxy: forManagers }

const onTarget = ({ params, body }: AnyCall) => ({ id: params.id, ...body })

export const targetRoutes = (contacts: ContactRecords): Handler[] => [
  definePipelinedRead(
    routes.list,
    tracker,
    async ({ tx, query, asker }) =>
      new RawJson(
        await (query.after === undefined ? listTargets(tx, asker, query) : changesAfter(tx, asker, query.after)),
      ),
    proxied,
  ),
  definePipelinedRead(
    routes.read,
    tracker,
    async ({ tx, params, asker }) => new RawJson(await tileText(tx, asker, params.id)),
    proxied,
  ),
  serveAction(routes.create, createTarget, (call) => {
    const { session, body } = call
    if (body.contact_role !== undefined) refuseUnknownRole(session.org.lists, body.contact_role, 'contact_role')
    refuseOutlook(session, body)
    return sourced(contacts, call, inCurrentStage(session.org.stages, body))
  }),
  defineHandler(routes.stageMedians, allOf(tracker, subscribed(stagesFlag)), ({ tx }) => medianDays(tx)),
  serveStages(routes.move, moveTarget, (call) => inCurrentStage(call.session.org.stages, onTarget(call))),
  serveAction(routes.edit, editTarget, (call) => {
    refuseOutlook(call.session, call.body)
    return sourced(contacts, call, onTarget(call))
  }),
  serveAction(routes.complete, completeTarget, onTarget),
  serveAction(routes.lose, loseTarget, onTarget),
  serveAction(routes.archive, archiveTarget, onTarget),
  serveAction(routes.work, pursueTarget, onTarget),
  serveAction(routes.trash, trashTarget, onTarget),
  serveAction(routes.destroy, destroyTarget, onTarget),
  serveAction(routes.noteStep, markStep, onTarget),
  serveAction(routes.remind, remindMe, onTarget),
  serveAction(routes.undo, undoChange, onTarget),
  serveAction(routes.emptyTrash, emptyTrash, () => ({})),
  serveAction(routes.takeStep, setStep, ({ body: { tile_id, ...step } }) => ({ id: tile_id, ...step })),
  definePipelinedRead(
    routes.notesOf,
    tracker,
    async ({ tx, params, asker }) => ({ notes: (await readTarget(tx, asker, params.id)).notes }),
    proxied,
  ),
  definePipelinedRead(
    routes.notes,
    tracker,
    async ({ tx, query, asker }) => ({ notes: (await readTarget(tx, asker, query.target_id)).notes }),
    proxied,
  ),
  defineHandler(
    routes.addNote,
    tracker,
    async ({ tx, context, body: { target_id, ...note } }) => {
      await act(tx, targetStore, writeNote, { id: target_id, ...note }, context)
      return savedNote(await readTarget(tx, principalOf(context), target_id))
    },
    proxied,
  ),
  defineHandler(routes.editNote, tracker, editNote, proxied),
  defineHandler(
    routes.timeline,
    tracker,
    ({ tx, context, params, query }) => timelineOf(tx, context, params.id, query.before),
    proxied,
  ),
  definePipelinedRead(routes.standing, tracker, ({ tx, asker }) => standingOf(tx, asker), proxied),
  defineHandler(routes.hud, tracker, ({ tx, context }) => hudOf(tx, context), { isAtOnce: true, ...proxied }),
  defineHandler(routes.managed, tracker, ({ tx, session, query }) => managedBy(tx, session, query)),
  defineHandler(routes.owned, allOf(tracker, firmAdmin), ({ tx, params }) => ownedBy(tx, params.id)),
  defineHandler(routes.looks, tracker, ({ tx, session }) => viewsOfPipeline(tx, session)),
  defineHandler(routes.score, tracker, ({ tx, context, query }) => scoreOfDay(tx, context, query), proxied),
  setYtdRevenue,
  definePipelinedRead(routes.companies, tracker, ({ tx, query }) => companiesLike(tx, query.q)),
  defineHandler(routes.company, tracker, ({ tx, session, context, query }) =>
    companyNamed(tx, session, context, query),
  ),
  defineHandler(routes.mergeCompanies, tracker, ({ tx, session, context, body }) =>
    joinCompanies(tx, session, context, body),
  ),
  defineHandler(routes.separateCompanies, tracker, ({ tx, session, context, body }) =>
    separateCompanies(tx, session, context, body),
  ),
  ...sharingRoutes,
  ...overlapRoutes,
  ...firmWideRoutes,
]

/** A change by a manager or an API client is made as the person, who sees what they see without it. */
const sourced = <I extends { came_from?: CameFrom | null }>(
  contacts: ContactRecords,
  { tx, context, session }: AnyCall,
  input: I,
) =>
  withKnownSource(
    contacts,
    tx,
    { actor: context.actor, org: session.org, program: session.program },
    input,
    context.now,
  )

async function editNote({ tx, context, session, params, body }: AnyCall) {
  const { rows } = await tx.sql<{
    target_id: string
  }>`select target_id from notes where org_id = ${session.org.id} and id = ${params.id} and user_id = ${context.actor.id}`
  if (!rows[0]) throw notFound(cannotFind('note'))
  await act(tx, targetStore, writeNote, { id: rows[0].target_id, ...body }, context)
  return savedNote(await readTarget(tx, principalOf(context), rows[0].target_id))
}

/** The first note is stored only if it has text. */
function savedNote(target: Target) {
  const note = ownNote(target)
  if (!note) throw invalid({ note: messages.complete })
  return note
}
