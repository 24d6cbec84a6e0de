import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { offeredStages } from '#core/contract/stages.ts'
import { onTarget } from '../callsContract.ts'
import { TargetTile } from '../contract.ts'

/** `base`: the Target's stage when the person moved it. */
export const MoveInput = z.strictObject({ stage: id.nullable(), base: id.nullable().optional() })

/** Targets that have left a stage, from which its median says something. */
export const LEAST_LEFT = 20

export const StageMedians = z.object({
  /** By stage. Stages that fewer have left are missing. */
  medians: z.array(z.object({ stage: z.string(), days: z.number() })),
})
export type StageMedians = z.infer<typeof StageMedians>

export const routes = {
  move: defineRoute({
    name: 'targets.move',
    method: 'PUT',
    path: 'tiles/:id/stage',
    summary: 'Move a Target to a stage, or with null to none',
    scope: 'targets:write',
    params: onTarget,
    body: MoveInput,
    example: { body: { stage: offeredStages.inOrder[3]!.id } },
    answer: TargetTile,
  }),
  stageMedians: defineRoute({
    name: 'targets.stageMedians',
    method: 'GET',
    path: 'firms/stages/medians',
    summary: 'Get the median days that Targets of the firm are in each stage',
    answer: StageMedians,
  }),
}
