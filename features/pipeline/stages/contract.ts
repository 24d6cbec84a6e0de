// The stages of a firm: reading and replacing them.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { offeredStages, StageInput, Stages, stageLimits } from '#core/contract/stages.ts'

const areDifferent = (values: string[]) => new Set(values.map((value) => value.toLowerCase())).size === values.length
const count = `A firm has ${stageLimits.least} to ${stageLimits.most} stages.`

export const StagesInput = z.strictObject({
  /** Stages with known IDs keep their Targets. */
  stages: z
    .array(StageInput)
    .min(stageLimits.least, count)
    .max(stageLimits.most, count)
    .refine((stages) => areDifferent(stages.map(({ name }) => name)), 'Two stages have the same name.')
    .refine((stages) => areDifferent(stages.map((stage) => stage.id)), 'Two stages have the same ID.'),
  /** The stage that each removed stage's Targets move to, or null for none, by the removed stage's ID. */
  instead: z.record(id, id.nullable()).default({}),
  /** The version that the person changed. */
  version: z.int(),
})
export type StagesInput = z.infer<typeof StagesInput>

export const StageOutcome = z.object({
  stage: z.string(),
  /** Targets that were in the stage and are won or lost now. Private ones don't count. */
  closed: z.number(),
  won: z.number(),
})
export type StageOutcome = z.infer<typeof StageOutcome>

export const routes = {
  stages: defineRoute({
    name: 'pipeline.stages',
    method: 'GET',
    path: 'firms/stages',
    summary: 'List the stages of the firm in order, and the removed ones',
    scope: 'targets:read',
    answer: Stages,
  }),
  putStages: defineRoute({
    name: 'pipeline.putStages',
    method: 'PUT',
    path: 'admin/stages',
    summary: 'Replace the stages of the firm',
    body: StagesInput,
    example: { body: { stages: offeredStages.inOrder, instead: {}, version: 0 } },
    answer: Stages,
  }),
  outcomes: defineRoute({
    name: 'pipeline.outcomes',
    method: 'GET',
    path: 'admin/stages/outcomes',
    summary: 'Count the Targets of each stage that were won or lost',
    answer: z.object({ outcomes: z.array(StageOutcome) }),
  }),
}
