// An answer of the server that may be old: kept on the device with its age, shown without a network. Pure: no DOM, no Node, no clock, no random.
import type { Route, RouteInput } from '#core/contract/route.ts'

export type Reading<I, A> = {
  /** What is kept stands on the device under it. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: what goes into the call is `callOf`'s affair
  route: Route<any, any, any, A>
  /** The call for an input; `after`: for the page that begins there. */
  callOf: (input: I, after?: string) => Pick<RouteInput, 'params' | 'query' | 'body'>
  /** Tells kept answers of different inputs apart; without it there is one answer. */
  keyOf?: (input: I) => string
  /** How many answers of different inputs are kept at most; the oldest go first. */
  keeps?: number
  /** Asked again whenever something of the person's has changed on the server. */
  isLive?: true
  /** Of an answer that comes in pages: where the next one begins, and the answer with one more page. The first one is kept. */
  pages?: { nextOf: (answer: NoInfer<A>) => string | null; join: (before: NoInfer<A>, more: NoInfer<A>) => NoInfer<A> }
  /** Why no device ever keeps it: it is shown while it can be asked for, and forgotten with the page. */
  noCacheReason?: string
}

export const defineQuery = <A, I = void>(reading: Reading<I, A>): Reading<I, A> => reading

/** The name of the record in which an answer is kept. */
export const recordOf = <I, A>({ name, keyOf }: Reading<I, A>, input: I): string =>
  keyOf ? `${name}:${keyOf(input)}` : name

/** The pages of answers `{ [list]: rows, next }`: what else the first one says stands. */
export const pagesOf = <L extends string>(list: L) => ({
  nextOf: ({ next }: { next: string | null }) => next,
  join: <A extends { next: string | null } & { [name in L]: unknown[] }>(before: A, more: A): A => ({
    ...before,
    [list]: [...before[list], ...more[list]],
    next: more.next,
  }),
})
