// Generates runs of two devices with two tabs each, with kills, lost and repeated requests, refusals, and jumping
// clocks.
import fc from 'fast-check'
import { type Fault, faults } from './wire.ts'

/** CI repeats the same runs. PROPERTY_SEED and other environments vary them. */
export const seeded = process.env.PROPERTY_SEED
  ? { seed: Number(process.env.PROPERTY_SEED) }
  : process.env.CI
    ? { seed: 20_261_121 }
    : {}

export type Where = { device: number; tab: number }
/** A person's follow-up on an earlier action. */
export type Second = { do: 'takeBack' | 'dismiss' | 'retry'; pick: number } & Where
export type InTab =
  | ({ do: 'act'; picks: number[] } & Where)
  | Second
  | ({ do: 'kill' | 'close' | 'open' | 'resume' | 'focus' | 'flush' | 'pull' | 'offline' | 'online' } & Where)
export type Step = InTab | { do: 'wait'; turns: number } | { do: 'advance' | 'jump'; device: number; ms: number }
export type Run = { steps: Step[]; faults: Fault[] }

export const DEVICES = 2
export const TABS = 2

/** `length` is the most steps of a run. */
export function aRun(length = 40): fc.Arbitrary<Run> {
  const where = { device: fc.nat(DEVICES - 1), tab: fc.nat(TABS - 1) }
  const pick = fc.nat(9999)
  const step = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('act' as const),
        picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
        ...where,
      }),
    },
    { weight: 12, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(25) }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('advance' as const), device: where.device, ms: fc.nat(90_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('jump' as const),
        device: where.device,
        ms: fc.integer({ min: -86_400_000, max: 86_400_000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('takeBack' as const, 'dismiss' as const, 'retry' as const),
        pick,
        ...where,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('kill' as const, 'kill' as const, 'close' as const, 'open' as const),
        ...where,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'resume' as const,
          'focus' as const,
          'flush' as const,
          'pull' as const,
          'offline' as const,
          'online' as const,
        ),
        ...where,
      }),
    },
  )
  const fault = fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    { weight: 12, arbitrary: fc.constantFrom(...faults) },
  )
  return fc.record({
    steps: fc.array(step, { minLength: 5, maxLength: length }),
    faults: fc.array(fault, { minLength: 5, maxLength: 30 }),
  })
}
