// Two people as a subject of the engine's model-based tests, with targets that they share, answer, undo, and hand over.
import { randomUUID } from 'node:crypto'
import type { Actor } from '#core/sync/protocol.ts'
import type { Choice, RunSubject, ServerUnderTest } from '#core/sync/testing/subject.ts'
import { sendPatiently } from '#core/sync/testing/wire.ts'
import { targetActions } from '#features/targets/actions.ts'
import { type Target, targetEndpoints } from '#features/targets/contract.ts'
import { createTarget } from '#features/targets/forms/actions.ts'
import { aTarget } from '#features/targets/samples.ts'
import {
  acceptShare,
  handOverTarget,
  isListed,
  rejectShare,
  revokeShare,
  shareTarget,
  sharingActions,
} from '#features/targets/sharing/actions.ts'
import { choose, targetSubject } from './targetModel.ts'

/** `openServer` can be any server with empty pipelines for both. */
export const sharedSubject = (
  openServer: () => Promise<ServerUnderTest>,
  [actor, other]: readonly [Actor, Actor],
): RunSubject => ({
  ...targetSubject(async () => met(await openServer(), [actor, other]), actor),
  other,
  actions: [...targetActions, ...sharingActions],
  choose: (seen, temporaryIds, pick, n, device) =>
    chooseBetween(seen(targetEndpoints), temporaryIds, pick, n, device === 0 ? other : actor),
})

/** Shares one target and gives each person an invitation. Few runs would get this far themselves. */
async function met(server: ServerUnderTest, people: readonly [Actor, Actor]): Promise<ServerUnderTest> {
  const send = async (device: number, address: string, body?: unknown) => {
    const request = { method: 'POST' as const, address: `/api/${address}`, body, key: randomUUID() }
    return (await sendPatiently(server, request, device)).body as Target
  }
  const shared = async (device: number, n: number) => {
    const { id } = await send(device, 'tiles', aStart(-n).input)
    const { collaborators } = await send(device, `tiles/${id}/sharewith/${people[1 - device]!.id}`)
    return collaborators.find(({ user_id }) => user_id !== people[device]!.id)!.share_id
  }
  await send(1, `share/${await shared(0, 1)}/accept`)
  await shared(0, 2)
  await shared(1, 3)
  return server
}

/** Every second action is between the two people, and the rules reject some. `colleague` is the other person. */
function chooseBetween(
  rows: readonly Target[],
  temporaryIds: readonly string[],
  pick: number,
  n: number,
  colleague: Actor,
): Choice | null {
  const kind = Math.floor(pick / 2) % 8
  if (rows.length === 0 || (pick % 2 === 0 && kind === 0)) return aStart(n)
  const target = rows[Math.floor(pick / 16) % rows.length]!
  if (pick % 2 === 0 && target.shared !== 'pending') {
    const alone = choose(rows, temporaryIds, Math.floor(pick / 2), n)
    return alone?.action === createTarget ? aStart(n) : alone
  }
  const { id } = target
  const person = { user_id: colleague.id, first_name: colleague.first_name, last_name: colleague.last_name }
  if (target.shared === 'pending') return { action: kind < 4 ? acceptShare : rejectShare, input: { id } }
  const share: Choice = { action: shareTarget, input: { id, ...person } }
  const isWithColleague = target.collaborators.some((one) => one.user_id === colleague.id && isListed(one))
  if (!isWithColleague) return kind === 7 ? { action: revokeShare, input: { id, user_id: colleague.id } } : share
  const choices: Choice[] = [
    { action: revokeShare, input: { id, user_id: colleague.id } },
    { action: revokeShare, input: { id, user_id: target.user_id } },
    { action: handOverTarget, input: { id, ...person } },
    share,
  ]
  return choices[kind] ?? choose([target], [], 12 * (pick % 97) + 1 + (pick % 8), n)
}

/** Has no contact, because targets with the same contact would overlap, which other tests cover. */
const aStart = (n: number): Choice => ({
  action: createTarget,
  input: aTarget({ company: `Company ${n}`, contact: '', contact_email: '', note: n % 2 ? `Met at ${n}` : '' }),
})
