// Overlaps with colleagues: possible responses and calls. No rules.
import { z } from 'zod'
import { id, text } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'
import { limits } from '../contract.ts'

export const OverlapAnswer = z.enum(['join', 'introduction', 'separate'], { error: 'Choose an answer' })
export type OverlapAnswer = z.infer<typeof OverlapAnswer>

/** Typed or existing names by which two targets overlap. */
const names = {
  company: text(limits.company).default(''),
  contact: text(limits.contact).default(''),
  email: text(254).default(''),
}

/** Most characters in a manager's message to people whose targets overlap. */
export const TOGETHER_MESSAGE = 300
const togetherIds = z.array(id).min(2).max(50)
export const TogetherMessage = z.strictObject({ message: text(TOGETHER_MESSAGE).default('') })

export const routes = {
  overlaps: defineRoute({
    name: 'targets.overlaps',
    method: 'GET',
    path: 'overlaps',
    summary: 'List colleagues who pursue this company or contact',
    query: z.strictObject({ ...names, limit: z.coerce.number().int().min(1).max(20).optional() }),
    answer: z.object({
      overlaps: z.array(
        z.object({ target_id: z.string(), target: z.string(), member: z.string(), answer: OverlapAnswer.nullable() }),
      ),
    }),
  }),
  answerOverlap: defineRoute({
    name: 'targets.answerOverlap',
    method: 'POST',
    path: 'overlaps/:id/answer',
    summary:
      'Ask to join a colleague’s Target, ask for an introduction, or keep separate; only for people whose Target overlaps with it, or would',
    params: onTarget,
    body: z.strictObject({ answer: OverlapAnswer, ...names }),
  }),
  takeBackAnswer: defineRoute({
    name: 'targets.takeBackAnswer',
    method: 'DELETE',
    path: 'overlaps/:id/answer',
    summary: 'Undo my response to an overlap with a colleague’s Target',
    params: onTarget,
  }),
  bringTogether: defineRoute({
    name: 'targets.bringTogether',
    method: 'POST',
    path: 'overlaps/bring_together',
    summary:
      'Ask the owners of overlapping Targets to work together, with an optional message; only for a manager of all of them',
    body: TogetherMessage.extend({ target_ids: togetherIds }),
  }),
  undoBringTogether: defineRoute({
    name: 'targets.undoBringTogether',
    method: 'POST',
    path: 'overlaps/bring_together/undo',
    summary: 'Cancel my request to the owners of these Targets and remove it from their inboxes',
    body: z.strictObject({ target_ids: togetherIds }),
  }),
}

export type FoundOverlap = RouteResponse<typeof routes.overlaps>['overlaps'][number]
