// The stages as text fields.
import type { Stages } from '#core/contract/stages.ts'

export type StageRow = { id: string; name: string; meaning: string; chance: string }
/** `instead`: where the Targets of each removed stage go, '' for no stage. */
export type StagesValues = { stages: StageRow[]; instead: Record<string, string> }

export const stagesFormOf = ({ inOrder }: Stages): StagesValues => ({
  stages: inOrder.map((stage) => ({ ...stage, chance: String(stage.chance) })),
  instead: {},
})

export const inputOf = ({ stages, instead }: StagesValues, version: number): unknown => ({
  stages: stages.map(({ chance, ...stage }) => ({ ...stage, chance: chance.trim() === '' ? null : Number(chance) })),
  instead: Object.fromEntries(Object.entries(instead).map(([id, place]) => [id, place === '' ? null : place])),
  version,
})

/** Returns the form with the stage in another place. */
export function withMoved({ stages, ...form }: StagesValues, from: number, to: number): StagesValues {
  const one = stages[from]
  if (!one || to < 0 || to >= stages.length) return { stages, ...form }
  return { ...form, stages: stages.toSpliced(from, 1).toSpliced(to, 0, one) }
}

/** Removes a stage. What went to it goes to where its own Targets go. */
export function withoutStage({ stages, instead }: StagesValues, id: string, place: string): StagesValues {
  const led = Object.entries(instead).map(([one, to]) => [one, to === id ? place : to])
  return { stages: stages.filter((one) => one.id !== id), instead: { ...Object.fromEntries(led), [id]: place } }
}

/** A stage that was never saved has no Targets. */
export const isSaved = ({ inOrder }: Stages, id: string): boolean => inOrder.some((one) => one.id === id)

/** Returns the form's part of `instead` that the server needs. */
export const savedOnly = (form: StagesValues, stages: Stages): StagesValues => ({
  ...form,
  instead: Object.fromEntries(Object.entries(form.instead).filter(([id]) => isSaved(stages, id))),
})
