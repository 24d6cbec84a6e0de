import { randomUUID } from 'node:crypto'
import { ApiScope } from '#core/contract/apiScope.ts'
import { addDays } from '#core/contract/dates.ts'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import type { Reply } from '#core/server/testing/calls.ts'
import { type ApiToken, tokenRoutes } from '#features/admin/programs/contract.ts'
import type { Api, Client } from './api.ts'

export type CallingProgram = {
  id: string
  token: string
  /** `person` is the ID or email it acts for. */
  call: <T = Record<string, unknown>>(
    route: AnyRoute,
    input?: RouteInput & { person?: string; key?: string },
  ) => Promise<Reply<T>>
}

export const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)

export async function aProgram(
  { http }: Pick<Api, 'http'>,
  admin: Client,
  scopes: readonly ApiScope[] = ApiScope.options,
): Promise<CallingProgram> {
  const { body } = await admin.call<{ token: string; made: ApiToken }>(tokenRoutes.make, {
    body: { name: 'CRM sync', scopes, ends_on: inDays(30) },
  })
  return { id: body.made.id, token: body.token, call: programCaller(http, body.token) }
}

/** Unlike our own client, it sends no X-Client and no Idempotency-Key on reads. */
export const programCaller =
  (http: Api['http'], token: string): CallingProgram['call'] =>
  async <T>(route: AnyRoute, { person, key, ...input }: RouteInput & { person?: string; key?: string } = {}) => {
    const isChange = route.method !== 'GET' && route.method !== 'HEAD'
    const response = await http.inject({
      method: route.method,
      url: addressOf(route, input),
      headers: {
        'x-client': undefined,
        'idempotency-key': isChange ? (key ?? randomUUID()) : undefined,
        authorization: `Bearer ${token}`,
        ...(person !== undefined && { 'x-proxy-for': person }),
      },
      ...(input.body !== undefined && { payload: input.body as object }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    const body = (isJson && response.body !== '' ? response.json() : {}) as T
    return { status: response.statusCode, text: response.body, body, headers: response.headers }
  }
