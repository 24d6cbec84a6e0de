// Keeps the stages that a mapping names up to date with those of the firm. Pure.
import { currentStage, type Stages, stageName } from '#core/contract/stages.ts'
import type { StageMeaning, StatusMeaning, TargetField, TargetMapping } from './mappingContract.ts'

/** Fields that only a firm with stages has. An expected close date has other uses as well. */
const stageFields: readonly TargetField[] = ['stage', 'chance']
export const isStageField = (field: string | null): boolean => stageFields.some((one) => one === field)

const PREFIX = 'stage:'
export const inStage = (id: string): `stage:${string}` => `${PREFIX}${id}`
/** Returns the ID of the stage in a meaning of a status, or null. */
export const stageOfStatus = (meaning: StatusMeaning): string | null =>
  meaning.startsWith(PREFIX) ? meaning.slice(PREFIX.length) : null

/** Returns the IDs of all stages that a mapping names. */
const stagesNamed = ({ statuses, stages = {} }: TargetMapping): string[] => [
  ...Object.values(statuses).flatMap((meaning) => stageOfStatus(meaning) ?? []),
  ...Object.values(stages).filter((meaning) => meaning !== 'none' && meaning !== 'refuse'),
]

/** Returns why a firm with these stages (null for none) can't use the mapping, in one sentence, or null. */
export function stageProblem(mapping: TargetMapping, stages: Stages | null): string | null {
  const named = stagesNamed(mapping)
  if (!stages) {
    const usesStages = named.length > 0 || mapping.columns.some(isStageField) || mapping.open_close === 'expect'
    return usesStages ? 'Your firm doesn’t use stages. Match the columns and values again.' : null
  }
  return named.every((id) => stageName(stages, id) !== null)
    ? null
    : `Choose one of these stages: ${stages.inOrder.map(({ name }) => name).join(', ')}.`
}

/**
 * Follows stages that the firm has removed since a person chose them. Without stages, nothing of them is left in the
 * mapping. Values whose stage the firm never had have no meaning, so a person is asked again.
 */
export function withCurrentStages(mapping: TargetMapping, stages: Stages | null): TargetMapping {
  const { stages: meant, chance_rounding, ...others } = mapping
  const statuses = changed(mapping.statuses, (meaning): StatusMeaning | null => {
    const id = stageOfStatus(meaning)
    if (id === null) return meaning
    if (!stages) return 'active'
    if (stageName(stages, id) === null) return null
    const current = currentStage(stages, id)
    return current ? inStage(current.id) : 'active'
  })
  if (!stages)
    return {
      ...others,
      statuses,
      columns: mapping.columns.map((field) => (isStageField(field) ? null : field)),
      open_close: mapping.open_close === 'expect' ? 'due' : mapping.open_close,
    }
  const now = changed(meant ?? {}, (meaning): StageMeaning | null =>
    meaning === 'none' || meaning === 'refuse'
      ? meaning
      : stageName(stages, meaning) === null
        ? null
        : (currentStage(stages, meaning)?.id ?? 'none'),
  )
  return { ...others, statuses, stages: now, chance_rounding: chance_rounding ?? null }
}

const changed = <M>(meanings: Record<string, M>, change: (meaning: M) => M | null): Record<string, M> =>
  Object.fromEntries(
    Object.entries(meanings).flatMap(([value, meaning]): [string, M][] => {
      const next = change(meaning)
      return next === null ? [] : [[value, next]]
    }),
  )
