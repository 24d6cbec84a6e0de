// Simulates months of a person's work, the same in each run: targets of all kinds, on-time and late steps, wins, and
// undone changes.
import { randomUUID } from 'node:crypto'
import { addDays } from '#core/contract/dates.ts'
import type { Api, Client } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

/** Deterministic random integers below the argument. */
export function draws(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Leaves the test's clock on its last day. Returns the target IDs. */
export async function someMonths(
  api: Api,
  person: Client,
  { first, days, seed }: { first: string; days: number; seed: number },
): Promise<string[]> {
  const draw = draws(seed)
  const ids: string[] = []
  for (let at = 0; at < days; at += 1 + draw(3)) {
    const day = addDays(first, at)
    api.clock.now = new Date(`${day}T${String(7 + draw(16)).padStart(2, '0')}:30:00Z`)
    const due = addDays(day, draw(9))
    if (ids.length < 3 || draw(3) === 0) {
      const given = aTarget({
        value: ['L', 'M', 'H'][draw(3)] as 'L',
        tasks: [{ description: 'a', due, help: '' }],
        private: draw(4) === 0,
      })
      ids.push((await person.call<TargetTile>(routes.create, { body: given })).body.id)
      continue
    }
    const id = ids[draw(ids.length)]!
    const key = randomUUID()
    if (draw(6) === 0) await person.call(routes.complete, { params: { id }, body: { revenue: 1000 }, key })
    else await person.call(routes.takeStep, { body: { tile_id: id, description: 'Next', due }, key })
    if (draw(5) === 0) await person.call(routes.undo, { params: { id }, body: { key } })
  }
  return ids
}
