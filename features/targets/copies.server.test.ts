import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { AnyAction, Context } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import { ContactDetails } from '#features/contacts/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { addContact, changeContact, removeContact } from './contacts/actions.ts'
import type { Target } from './contract.ts'
import { createTarget, editTarget } from './forms/actions.ts'
import { writeNote } from './notes/actions.ts'
import { archiveTarget, completeTarget, loseTarget, pursueTarget, undoChange } from './outcome/actions.ts'
import { aTarget } from './samples.ts'
import { targetStore } from './server/store.ts'
import { readCopy } from './server/targetViews.ts'
import { markStep, remindMe, setStep } from './steps/actions.ts'
import { trashTarget } from './trash/actions.ts'

let server: Api
let dana: Client
beforeAll(async () => {
  server = await openApi()
  dana = await server.aPerson(await server.aFirm())
})
afterAll(() => server.close())

type Done = { action: AnyAction; input: (target: Target) => unknown }
const of = (action: AnyAction, input: (target: Target) => object = () => ({})): Done => ({
  action,
  input: (target) => ({ id: target.id, ...input(target) }),
})
/** A contact that isn’t there is refused. */
const contactAt = ({ contacts = [] }: Target, at: number) => {
  const one = contacts[at % Math.max(1, contacts.length)]
  return { contact_id: one?.id ?? newId(), name: '' }
}
const words = ['', 'Łódź & Søn “Ærø”', '{"a":"}', 'back\\slash\nnew line', '東京 😀', 'plain']
const amounts = [null, -1, 0, 12.5, 1_234_567.89, 99_999_999.99]
const doings = fc.array(
  fc.oneof(
    fc
      .record({ goal: fc.constantFrom(...words.slice(1)), amount: fc.constantFrom(...amounts) })
      .map(({ goal, amount }) => of(editTarget, () => ({ goal, projected_revenue: amount, due: '2027-01-02' }))),
    fc.constantFrom(...words).map((note) => of(writeNote, () => ({ note }))),
    fc
      .constantFrom(...words.slice(1))
      .map((description) => of(setStep, () => ({ description, due: '2026-12-01', help: '' }))),
    fc.constant(
      of(setStep, () => ({ description: 'Call', due: '2026-12-01', help: '', remind: '2026-11-30T17:00:00.000Z' })),
    ),
    fc.constantFrom(...words.slice(1)).map((description) => of(markStep, () => ({ description, help: '' }))),
    fc.constantFrom(...amounts.slice(1)).map((revenue) => of(completeTarget, () => ({ revenue }))),
    fc.constantFrom(...words).map((lost_reason) => of(loseTarget, () => ({ lost_reason }))),
    fc.constantFrom(of(archiveTarget), of(trashTarget), of(pursueTarget)),
    fc.constantFrom('2026-12-01T16:30:00.000Z', null).map((at) => of(remindMe, () => ({ at }))),
    fc.constantFrom(...words.slice(1)).map((last_name) =>
      of(addContact, () => ({
        contact: ContactDetails.parse({ last_name, emails: ['x@y.example'] }),
        role: 'Other',
      })),
    ),
    fc
      .tuple(fc.nat(3), fc.constantFrom('Influencer', undefined), fc.constantFrom(true, undefined))
      .map(([at, role, first]) => of(changeContact, (target) => ({ ...contactAt(target, at), role, first }))),
    fc.nat(3).map((at) => of(removeContact, (target) => contactAt(target, at))),
    fc.constant(of(undoChange, ({ undo }) => ({ key: undo?.key ?? newId() }))),
  ),
  { minLength: 1, maxLength: 9 },
)

test('stores the same copy of a target after any actions as the database would compute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...words), doings, async (note, actions) => {
      const moments = clock()
      const context = (): Context => ({
        actor: dana.actor,
        now: moments.next().value,
        zone: DEFAULT_ZONE,
        key: newId(),
        newId,
      })
      const doing = (action: AnyAction, input: unknown) =>
        withOrg(server.database, dana.orgId, (tx) => act<unknown, Target>(tx, targetStore, action, input, context()))
      let [target] = await doing(createTarget, aTarget({ note, projected_revenue: null }))
      for (const { action, input } of actions) {
        const [after] = await doing(action, input(target!)).catch(ifRefused)
        target = after ?? target
      }
      const [stored, said] = await copies(target!.id)
      expect(stored).toEqual(said)
      expect(stored).toMatchObject({ status: target!.status, due: target!.due, note: target!.note })
    }),
    { numRuns: 60 },
  )
})

/** Yields times a minute and a second apart, with milliseconds that the API doesn't show. */
function* clock(): Generator<string, string> {
  for (let at = Date.parse('2026-11-20T17:00:00.250Z'); ; at += 61_000) yield new Date(at).toISOString()
}

function ifRefused(error: unknown): Target[] {
  if (error instanceof Refusal) return []
  throw error
}

async function copies(id: string): Promise<[Target, Target]> {
  const { rows } = await withOrg(
    server.database,
    dana.orgId,
    (tx) =>
      tx.sql<{ stored: string; said: string }>`
      select doc as stored, substr(target_view(org_id, target_id, user_id), 2) as said from target_people where org_id = ${dana.orgId} and user_id = ${dana.actor.id} and target_id = ${id}`,
  )
  return [readCopy(rows[0]!.stored), readCopy(rows[0]!.said)]
}
