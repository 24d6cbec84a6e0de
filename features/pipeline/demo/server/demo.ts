// Keeps a year of forecasts of demo firms, as the daily job would have. Running that job for each of 450 days would take
// longer than the rest of the demo, so a test compares the two.
import { addDays } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import { chanceOf, type ExpectedClose, offeredStages } from '#core/contract/stages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart } from '#core/server/demo/demo.ts'
import type { Status } from '#features/targets/contract.ts'

export const demoForecasts: DemoPart = {
  async fill(tx, _, { zone, calendar: { today } }) {
    const changes = await changesOf(tx, zone)
    const began = changes.find(({ kind }) => kind === 'targetMoved')?.day
    if (began === undefined) return
    // A change is expected from the next morning on.
    const first = addDays(began, 1)
    const facts = [...Map.groupBy(changes, ({ target_id }) => target_id).values()].flatMap((its) =>
      factsWithin(statesOf(its), first, today),
    )
    await tx.sql`
      insert into forecast_days (org_id, day)
      select ${currentOrgId}, day::date from generate_series(${first}::date, ${today}::date, '1 day') day returning 1`
    await tx.sql`
      insert into forecast_facts (org_id, target_id, since, until, owner_id, is_private, amount, chance, expected_close)
      select ${currentOrgId}, f.* from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f
        (target_id uuid, since date, until date, owner_id uuid, is_private boolean, amount numeric, chance smallint, expected_close text) returning 1`
  },
}

type Outlook = { stage: string | null; chance: number | null; expected_close: ExpectedClose | null } & {
  projected_revenue: number | null
}
type Fixed = { target_id: string; owner_id: string; is_private: boolean }
/** The outlook is that of now, `status` that after the change. */
type Change = Fixed &
  Outlook & { kind: string; day: string; status: Status; from: string | null; before: Partial<Outlook> | null }

/** Returns what changed expectations, oldest first. */
async function changesOf(tx: Tx, zone: string): Promise<Change[]> {
  const { rows } = await tx.sql<Change>`
    select t.id as target_id, t.owner_id, t.is_private, t.stage_id as stage, t.chance, t.expected_close, t.projected_revenue::float8 as projected_revenue,
      e.kind, (e.at at time zone ${zone})::date::text as day, e.status, e.data->>'from' as from, e.data->'before' as before
    from target_events e join targets t on t.org_id = e.org_id and t.id = e.target_id
    where e.org_id = ${currentOrgId} and e.kind in ('targetCreated', 'targetEdited', 'targetMoved', 'targetWon', 'targetLost', 'targetHeld', 'targetTrashed', 'targetPursued')
    order by e.at`
  return rows
}

type State = Fixed & Outlook & { status: Status; since: string; until: string | null }

/** Returns how a Target was on each morning, oldest first. Goes back from how it is now. */
function statesOf(changes: readonly Change[]): State[] {
  const states: State[] = []
  const { target_id, owner_id, is_private, ...now } = changes.at(-1)!
  const { stage, chance, expected_close, projected_revenue } = now
  let outlook: Outlook = { stage, chance, expected_close, projected_revenue }
  let until: string | null = null
  for (const { kind, day, status, from, before } of changes.toReversed()) {
    const since = addDays(day, 1)
    if (since !== until) states.unshift({ target_id, owner_id, is_private, ...outlook, status, since, until })
    if (kind === 'targetMoved') outlook = { ...outlook, stage: from }
    else if (kind === 'targetEdited') outlook = { ...outlook, ...before }
    until = since
  }
  return states
}

type Fact = Fixed & { amount: number; chance: number; expected_close: ExpectedClose } & Pick<State, 'since' | 'until'>

/** Joins mornings on which the same was expected. */
function factsWithin(states: readonly State[], first: string, last: string): Fact[] {
  const facts: Fact[] = []
  for (const { since, until, ...state } of states) {
    const { target_id, owner_id, is_private, expected_close } = state
    const chance = chanceOf(state, offeredStages)
    const isOver = since > last || (until !== null && until <= first)
    if (isOver || state.status !== 'active' || expected_close === null || chance === null) continue
    const amount = worth(state.projected_revenue)
    const fact = { target_id, owner_id, is_private, amount, chance, expected_close }
    const begins = since < first ? first : since
    const ends = until !== null && until > last ? null : until
    const before = facts.at(-1)
    if (before?.until === begins && isSame(before, fact)) before.until = ends
    else facts.push({ ...fact, since: begins, until: ends })
  }
  return facts
}

const isSame = (before: Fact, { amount, chance, expected_close }: Omit<Fact, 'since' | 'until'>) =>
  before.amount === amount && before.chance === chance && before.expected_close === expected_close
