// An answer of the server that may be old: kept on the device with its age, shown without a network. Pure: no DOM, no Node, no clock, no random.
import type { Route, RouteInput } from '#core/contract/route.ts'

export type Reading<I, A> = {
  /** What is kept stands on the device under it. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: what goes into the call is `callOf`'s affair
  route: Route<any, any, any, A>
  /** The call for an input. */
  callOf: (input: I) => Pick<RouteInput, 'params' | 'query'>
  /** Tells kept answers of different inputs apart; without it there is one answer. */
  keyOf?: (input: I) => string
  /** How many answers of different inputs are kept at most; the oldest go first. */
  keeps?: number
  /** Asked again whenever something of the person's has changed on the server. */
  isLive?: true
}

export const defineReading = <A, I = void>(reading: Reading<I, A>): Reading<I, A> => reading

/** The name of the record in which an answer is kept. */
export const recordOf = <I, A>({ name, keyOf }: Reading<I, A>, input: I): string =>
  keyOf ? `${name}:${keyOf(input)}` : name
