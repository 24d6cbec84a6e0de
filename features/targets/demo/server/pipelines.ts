import type { Random } from '#core/server/demo/random.ts'
import type { DemoPipeline } from './courses.ts'

const none: DemoPipeline = {
  active: { overdue: 0, soon: 0, later: 0 },
  reactivated: 0,
  won: 0,
  lost: 0,
  held: 0,
  trashed: 0,
  recent: { steps: 0, created: 0, won: 0 },
}

/** Dana's pipeline shows every feature. */
const dana: DemoPipeline = {
  active: { overdue: 6, soon: 9, later: 29 },
  reactivated: 1,
  won: 33,
  lost: 9,
  held: 5,
  trashed: 2,
  recent: { steps: 7, created: 4, won: 2 },
}
const lee: DemoPipeline = {
  active: { overdue: 2, soon: 6, later: 13 },
  reactivated: 0,
  won: 12,
  lost: 4,
  held: 2,
  trashed: 1,
  recent: { steps: 9, created: 3, won: 1 },
}
const morgan: DemoPipeline = {
  active: { overdue: 1, soon: 4, later: 9 },
  reactivated: 0,
  won: 11,
  lost: 3,
  held: 1,
  trashed: 0,
  recent: { steps: 8, created: 1, won: 1 },
}
const robin: DemoPipeline = {
  active: { overdue: 3, soon: 5, later: 10 },
  reactivated: 1,
  won: 7,
  lost: 3,
  held: 2,
  trashed: 1,
  recent: { steps: 7, created: 2, won: 1 },
}
const ash: DemoPipeline = {
  active: { overdue: 0, soon: 2, later: 3 },
  reactivated: 0,
  won: 2,
  lost: 1,
  held: 0,
  trashed: 0,
  recent: { steps: 2, created: 1, won: 0 },
}

/** Varies between very active partners and beginners. */
function somePipeline(random: Random): DemoPipeline {
  const drive = random.next()
  const upTo = (most: number) => random.int(0, Math.round(most * (0.3 + 0.7 * drive)))
  return {
    active: { overdue: random.chance(0.6) ? random.int(0, 3) : 0, soon: 1 + upTo(3), later: 2 + upTo(7) },
    reactivated: random.chance(0.1) ? 1 : 0,
    won: 1 + upTo(7),
    lost: upTo(3),
    held: upTo(2),
    trashed: random.chance(0.15) ? 1 : 0,
    recent: { steps: 2 + upTo(9), created: upTo(2), won: drive > 0.5 ? upTo(1) : 0 },
  }
}

const known: Record<string, DemoPipeline> = {
  'dana@hartwell.example': dana,
  'lee@hartwell.example': lee,
  'morgan@hartwell.example': morgan,
  'robin@brookvale.example': robin,
  'admin@brookvale.example': ash,
  'admin@hartwell.example': none,
  'sam@hartwell.example': none,
  'kim@hartwell.example': none,
  'operator@pursuit.example': none,
}

export const demoPipeline = (email: string, random: Random): DemoPipeline => known[email] ?? somePipeline(random)
