// Resolves the stages that devices and API clients send. A device that was offline doesn't know yet what the firm removed.
import { invalid } from '#core/contract/errors.ts'
import { currentStage, offeredStages, type Stages, stageName } from '#core/contract/stages.ts'

type Staged = { stage?: string | null | undefined; base?: unknown }

/** Returns the input with the stage that replaced a removed one. Throws 400 for a stage that the firm never had. */
export function inCurrentStage<I extends Staged>(firm: Stages | null, input: I): I {
  const { stage } = input
  if (stage === undefined || stage === null) return input
  const stages = firm ?? offeredStages
  if (stageName(stages, stage) === null)
    throw invalid({ stage: `Choose one of these stages: ${stages.inOrder.map(({ name }) => name).join(', ')}.` })
  return { ...input, stage: currentStage(stages, stage)?.id ?? null }
}
