// Begins a due digest, or pauses it because the firm's subscription has ended.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { BeginRun } from '#core/server/recurring/due.ts'
import { stopSchedule } from '#core/server/recurring/runs.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { insightsFlag } from '../../flagsContract.ts'
import { subscriptionEnded } from '../items.ts'
import { nextState } from '../state.ts'
import { digestMail, lockDigest } from './rows.ts'
import { startRun } from './startRun.ts'

/** `origin` is this server's origin, as in links.ts. */
export const beginDigest =
  (origin: () => string): BeginRun =>
  async (tx, id, { orgId, zone, now }) => {
    const row = await lockDigest(tx, id)
    const { rows } = await tx.sql`
      select from orgs o where o.id = ${currentOrgId} and ${isOnIn(sql`o.subscriptions`, insightsFlag)}`
    if (rows.length > 0) {
      await startRun(tx, row, { orgId, zone, now, origin: origin() })
      return true
    }
    await stopSchedule(tx, digestMail, row, {
      ...{ orgId, now, problem: subscriptionEnded.run, action: 'paused' },
      set: { status: nextState(row.status, 'pause'), made: row.made + 1 },
      run: { number: row.made, keys: [], counts: '{}' },
    })
    return false
  }
