// The actions on a card, as both the device and the server apply them. The app never waits for the server's response.
import { stampIn } from '#core/contract/dates.ts'
import { defineAction } from '#core/sync/protocol.ts'
import { CardViewInput, type Insight, insightEndpoints, RateInput, routes } from './contract.ts'

export const viewInsight = defineAction<{ id: string }, Insight>({
  name: 'viewInsight',
  collection: insightEndpoints,
  kind: 'change',
  isQuiet: true,
  input: CardViewInput,
  rowId: ({ id }) => id,
  decide: (row, _, { now, zone }) => ({ row: row && viewed(row, stampIn(zone, now)), events: [] }),
  joined: (earlier) => earlier,
  request: (params) => ({ route: routes.view, params }),
  confirm: (answer) => answer as Insight,
})

export const rateInsight = defineAction<RateInput, Insight>({
  name: 'rateInsight',
  collection: insightEndpoints,
  kind: 'change',
  isQuiet: true,
  input: RateInput,
  rowId: ({ id }) => id,
  decide: (row, { useful }) => ({ row: row && rated(row, useful), events: [] }),
  joined: (_, later) => later,
  request: ({ id, useful }) => ({ route: routes.rate, params: { id }, body: { useful } }),
  confirm: (answer) => answer as Insight,
})

/** Opening a card sets `created` to now. Source: the specification, section 4. */
const viewed = (row: Insight, created: string): Insight =>
  row.status === 'viewed' ? row : { ...row, status: 'viewed', created }

function rated(row: Insight, useful: boolean | null): Insight {
  const { useful: before, ...rest } = row
  if ((before ?? null) === useful) return row
  return useful === null ? rest : { ...rest, useful }
}

export const cardActions = [viewInsight, rateInsight] as const
