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

const fields = ['name', 'meaning', 'chance'] as const

/**
 * Returns the form on top of what someone else has saved since `base`. Nothing that was typed is lost: a stage that was
 * edited here and removed there is added again, with an ID from `newId`.
 */
export function withLatest(form: StagesValues, base: Stages, latest: Stages, newId: () => string): StagesValues {
  const [before, now] = [stagesFormOf(base).stages, stagesFormOf(latest).stages]
  const of = (stages: readonly StageRow[], id: string) => stages.find((one) => one.id === id)
  const mine = form.stages.flatMap((stage): StageRow[] => {
    const [old, next] = [of(before, stage.id), of(now, stage.id)]
    const edited = fields.filter((field) => stage[field] !== old?.[field])
    if (next) return [{ ...next, ...Object.fromEntries(edited.map((field) => [field, stage[field]])) }]
    if (!old) return [stage]
    return edited.length > 0 ? [{ ...stage, id: newId() }] : []
  })
  // A stage whose Targets have nowhere to go anymore isn't removed.
  const removed = Object.entries(form.instead).filter(([id, place]) => of(now, id) && (place === '' || of(mine, place)))
  const isRemoved = new Set(removed.map(([id]) => id))
  const theirs = now.filter(({ id }) => !of(mine, id) && !isRemoved.has(id))
  return {
    stages: isMoved(form.stages, before) ? [...mine, ...theirs] : inOrderOf(now, [...mine, ...theirs]),
    instead: Object.fromEntries(removed),
  }
}

function isMoved(stages: readonly StageRow[], before: readonly StageRow[]): boolean {
  const places = stages.map(({ id }) => before.findIndex((one) => one.id === id)).filter((place) => place >= 0)
  return places.some((place, at) => at > 0 && place < places[at - 1]!)
}

/** Stages without a place there come last. */
const inOrderOf = (order: readonly StageRow[], stages: readonly StageRow[]): StageRow[] => {
  const placeOf = ({ id }: StageRow) => {
    const at = order.findIndex((one) => one.id === id)
    return at < 0 ? order.length : at
  }
  return [...stages].sort((a, b) => placeOf(a) - placeOf(b))
}
