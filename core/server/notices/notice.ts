// Kinds of notifications, with rules that only the database can evaluate.
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#core/contract/errors.ts'
import { type Level, type Notice, switchesAt, switchesOf } from '#core/contract/notice.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { isOnIn } from '../subscriptions.ts'

/** SQL condition on a row of `notifications n`. */
type Rule = RawBuilder<unknown>

export type NoticeDefinition = Notice & {
  /** Whether the person can read it. Checked on every read, because its subject can have become private. */
  isVisible?: Rule
  /** Whether it is still worth sending when it is due. */
  isNews?: Rule
}

export const serveNotice = (
  notice: Notice,
  rules: Pick<NoticeDefinition, 'isVisible' | 'isNews'> = {},
): NoticeDefinition => ({
  ...notice,
  ...rules,
})

export const switchesHere = (tx: Tx, level: Level): Record<string, number> => switchesAt(tx.services.notices, level)

/** Throws for a setting that isn't a kind's switch. */
export function refuseUnknownSwitches(tx: Tx, names: string[]): void {
  const known = new Set(switchesOf(tx.services.notices).map(({ name }) => name))
  const unknown = names.find((name) => name.startsWith('ping-') && !known.has(name))
  if (unknown !== undefined) throw invalid({ [unknown]: 'Unknown setting.' })
}

/** Only existing kinds that the firm subscribes to, each by its rule. */
export function lineAllowed(tx: Tx, by: 'isVisible' | 'isNews'): RawBuilder<unknown> {
  const kinds = tx.services.notices
  const ruled = [...Map.groupBy(kinds, (kind) => kind[by])].flatMap(([rule, those]) =>
    rule ? sql`when n.kind = any(${kindsIn(those)}) then ${rule}` : [],
  )
  const known = sql`n.kind = any(${kindsIn(kinds)}) and ${isOpen(tx)}`
  return ruled.length === 0 ? known : sql`${known} and case ${sql.join(ruled, sql` `)} else true end`
}

/** The same for every call, so it's part of the text: the driver would encode a list for each. */
const kindsIn = (notices: readonly Notice[]) => sql`${sql.lit(`{${notices.map(({ kind }) => kind).join()}}`)}::text[]`

/** Excludes kinds of features the firm doesn't have. */
function isOpen(tx: Tx): RawBuilder<unknown> {
  const flagged = [...Map.groupBy(tx.services.notices, ({ flag }) => flag)].flatMap(([flag, those]) =>
    flag
      ? sql`(n.kind <> all(${kindsIn(those)}) or (select ${isOnIn(sql`o.subscriptions`, flag)} from orgs o where o.id = ${currentOrgId}))`
      : [],
  )
  return flagged.length === 0 ? sql`true` : sql.join(flagged, sql` and `)
}
