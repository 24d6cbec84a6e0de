// Which notices there are, on the server: their words with the rules that only the database can answer.
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#core/contract/errors.ts'
import { type Level, type Notice, switchesAt, switchesOf } from '#core/contract/notice.ts'
import { attached } from '../database/attached.ts'
import { firm } from '../database/firm.ts'
import { isOnIn } from '../subscriptions.ts'

/** SQL over a line of an inbox, `notifications n`: true or false. */
type Rule = RawBuilder<unknown>

export type NoticeDefinition = Notice & {
  /** Whether the person may read the line, asked at each reading: what it tells of may have become somebody's own. */
  isVisible?: Rule
  /** Whether it still leaves by mail or push, once its time has come. */
  isNews?: Rule
}

export const serveNotice = (
  notice: Notice,
  rules: Pick<NoticeDefinition, 'isVisible' | 'isNews'> = {},
): NoticeDefinition => ({
  ...notice,
  ...rules,
})

/** The kinds of notices of the server that this transaction belongs to. */
export const noticesHere = (): readonly NoticeDefinition[] => attached().notices

/** Every switch of this server as a level has it. */
export const switchesHere = (level: Level): Record<string, number> => switchesAt(noticesHere(), level)

/** Throws where one of these settings is no kind's switch. */
export function refuseUnknownSwitches(names: string[]): void {
  const known = new Set(switchesOf(noticesHere()).map(({ name }) => name))
  const unknown = names.find((name) => name.startsWith('ping-') && !known.has(name))
  if (unknown !== undefined) throw invalid({ [unknown]: 'Unknown setting.' })
}

/** Lines of kinds that there are and that the firm has subscribed to, each by its kind's own rule. */
export function lineAllowed(by: 'isVisible' | 'isNews'): RawBuilder<unknown> {
  const kinds = noticesHere()
  const ruled = [...Map.groupBy(kinds, (kind) => kind[by])].flatMap(([rule, those]) =>
    rule ? sql`when n.kind = any(${those.map(({ kind }) => kind)}) then ${rule}` : [],
  )
  const known = sql`n.kind = any(${kinds.map(({ kind }) => kind)}) and ${isOpen()}`
  return ruled.length === 0 ? known : sql`${known} and case ${sql.join(ruled, sql` `)} else true end`
}

/** Not of a kind whose part of the product is closed to the firm. */
function isOpen(): RawBuilder<unknown> {
  const flagged = [...Map.groupBy(noticesHere(), ({ flag }) => flag)].flatMap(([flag, those]) =>
    flag
      ? sql`(n.kind <> all(${those.map(({ kind }) => kind)}) or (select ${isOnIn(sql`o.subscriptions`, flag)} from orgs o where o.id = ${firm}))`
      : [],
  )
  return flagged.length === 0 ? sql`true` : sql.join(flagged, sql` and `)
}
