// A response cached on the device with its age and shown offline. Pure: no DOM, no Node, no clock, no random.
import type { Route, RouteInput } from '#core/contract/route.ts'

export type Reading<I, A> = {
  /** Name under which the device stores it. */
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: what goes into the call is `callOf`'s affair
  route: Route<any, any, any, A>
  /** `after`: start of the requested page. */
  callOf: (input: I, after?: string) => Pick<RouteInput, 'params' | 'query' | 'body'>
  /** Distinguishes inputs. Without it, there is one response. */
  keyOf?: (input: I) => string
  /** Most stored responses. The oldest are deleted first. */
  keeps?: number
  /** Requested again when the person's data changes. */
  isLive?: true
  /** Finds the next page and joins it. */
  pages?: {
    nextOf: (answer: NoInfer<A>) => string | null
    join: (before: NoInfer<A>, more: NoInfer<A>) => NoInfer<A>
    /**
     * Loads all pages one after the other and stores them together, for a list that is searched on the device. The first
     * time, each is shown as it arrives. Without it, only the first page is loaded and stored.
     */
    isWhole?: true
  }
  /** Reason for never storing it: shown while it can be loaded, lost with the page. */
  noCacheReason?: string
}

export const defineQuery = <A, I = void>(reading: Reading<I, A>): Reading<I, A> => reading

export const recordOf = <I, A>({ name, keyOf }: Reading<I, A>, input: I): string =>
  keyOf ? `${name}:${keyOf(input)}` : name

/** For `{ [list]: rows, next }`. Other fields come from the first page. */
export const pagesOf = <L extends string>(list: L) => ({
  nextOf: ({ next }: { next: string | null }) => next,
  join: <A extends { next: string | null } & { [name in L]: unknown[] }>(before: A, more: A): A => ({
    ...before,
    [list]: [...before[list], ...more[list]],
    next: more.next,
  }),
})
