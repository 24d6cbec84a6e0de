// Resolves the stages that devices and API clients send. A device that was offline doesn't know yet what the firm removed.
import { invalid } from '#core/contract/errors.ts'
import { currentStage, offeredStages, type Stages, stageName, stagesInUse } from '#core/contract/stages.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

type Outlook = { stage?: unknown; expected_close?: unknown; chance?: unknown }

/**
 * Throws 400 if an API client of a firm without stages sends a stage, an expected close, or a chance. A person's device
 * can still send one that was entered before the firm turned stages off, because refusing it would refuse the other fields
 * as well. It's stored and not shown.
 */
export function refuseOutlook({ org, program }: SignedInSession, { stage, expected_close, chance }: Outlook): void {
  if (!program || stagesInUse(org.stages, org.subscriptions)) return
  const given = Object.entries({ stage, expected_close, chance }).filter(([, value]) => (value ?? null) !== null)
  const errors = given.map(([field]) => [field, 'This firm doesn’t use stages. Leave out this field.'])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors) as Record<string, string>)
}

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
