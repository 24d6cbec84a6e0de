// Which rows a figure of a source stands for, as the parameter `which` of the report on them. Pure.
import { reportOf } from '#features/targets/reports/reportPathsContract.ts'

export const sourceFigures = ['received', 'won', 'revenue', 'sent', 'worked'] as const
export type SourceFigure = (typeof sourceFigures)[number]
const kinds = ['contact', 'user', 'source'] as const

export type WhichSource = { kind: (typeof kinds)[number]; id: string; figure: SourceFigure }

export const writeWhichSource = ({ kind, id, figure }: WhichSource): string => `${kind}.${id}.${figure}`

/** Returns null for anything that `writeWhichSource` doesn't write. An entry of the firm's list can have dots. */
export function readWhichSource(text: string | undefined): WhichSource | null {
  const [, first, id = '', last] = /^(\w+)\.(.+)\.(\w+)$/.exec(text ?? '') ?? []
  const [kind, figure] = [kinds.find((one) => one === first), sourceFigures.find((one) => one === last)]
  return kind && figure ? { kind, id, figure } : null
}

type Scope = { key: 'org' | 'group' | 'user'; id: string }

/** Returns the URL of the rows of a figure. */
export const sourceRowsPath = (scope: Scope, which: WhichSource): string =>
  reportOf('referral-rows', scope, undefined, { which: writeWhichSource(which), from: 'referrals' })
