import type { AnyRoute } from '#core/contract/route.ts'
import { type Call, defineHandler, type Handler, type Policy } from '#core/server/routes.ts'
import type { AnyAction, Row } from '../protocol.ts'
import { act, type Store } from './actions.ts'

// biome-ignore lint/suspicious/noExplicitAny: one list serves calls of every shape
export type AnyCall = Call<any, any, any>

type Options<R extends Row> = Pick<Handler, 'proxy'> & {
  policy: Policy
  store: Store<R>
  /** Response from the current row, if the route has one. */
  answer: (call: AnyCall, row: R, action: AnyAction) => unknown
}

/** Handles one action per call. `inputOf` builds its input. */
export const serveActions =
  <R extends Row>({ policy, store, answer, ...options }: Options<R>) =>
  (route: AnyRoute, action: AnyAction, inputOf: (call: AnyCall) => unknown): Handler =>
    defineHandler(
      route,
      policy,
      async (call: AnyCall) => {
        const [row] = await act<unknown, R>(call.tx, store, action, await inputOf(call), call.context)
        return route.answer && row ? answer(call, row, action) : undefined
      },
      options,
    )
