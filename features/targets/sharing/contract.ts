import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { actionCall, NoFields } from '../callsContract.ts'
import { TargetTile } from '../contract.ts'

const share = z.strictObject({ id })
export const HandOverInput = z.strictObject({ user_id: id })

export const routes = {
  share: defineRoute({
    name: 'targets.share',
    method: 'POST',
    path: 'tiles/:id/sharewith/:userId',
    summary: 'Invite a colleague to collaborate',
    params: z.strictObject({ id, userId: id }),
    body: NoFields,
    answer: TargetTile,
  }),
  acceptShare: defineRoute({
    name: 'targets.acceptShare',
    method: 'POST',
    path: 'share/:id/accept',
    summary: 'Accept an invitation',
    params: share,
    body: NoFields,
    answer: TargetTile,
  }),
  rejectShare: defineRoute({
    name: 'targets.rejectShare',
    method: 'POST',
    path: 'share/:id/reject',
    summary: 'Decline an invitation',
    params: share,
    body: NoFields,
  }),
  revokeShare: defineRoute({
    name: 'targets.revokeShare',
    method: 'POST',
    path: 'share/:id/revoke',
    summary: 'Cancel an invitation, remove a collaborator, or leave; the response is empty if you lose access',
    params: share,
    body: NoFields,
    answer: TargetTile.optional(),
  }),
  dismissAsk: defineRoute({
    name: 'targets.dismissAsk',
    method: 'POST',
    path: 'tiles/:id/asks/:userId/dismiss',
    summary: 'Dismiss a colleague’s request to join or for an introduction (owner only)',
    params: z.strictObject({ id, userId: id }),
    body: NoFields,
    answer: TargetTile,
  }),
  handOver: defineRoute({
    ...actionCall('handover', 'Hand over to another owner, by its owner or a firm admin; the owner no longer has it'),
    body: HandOverInput,
    answer: TargetTile.optional(),
  }),
}
