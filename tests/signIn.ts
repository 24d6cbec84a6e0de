// A browser that signs in, for server tests. It stores its cookies and has one IP address.
import { afterEach } from 'vitest'
import type { AnyRoute } from '#core/contract/route.ts'
import { addressOf } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, PASSWORD } from '#tests/api.ts'
import { textsTo } from '#tests/outgoing.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every call
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

export function aBrowser(api: Api, remoteAddress = '10.1.0.1') {
  const cookies = new Map<string, string>()
  const call = async (route: AnyRoute, body?: object, token?: string): Promise<Answer> => {
    const response = await api.http.inject({
      method: route.method,
      url: addressOf(route, {}),
      remoteAddress,
      headers: {
        host: 'localhost',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { payload: body }),
    })
    for (const { name, value, maxAge } of response.cookies as { name: string; value: string; maxAge?: number }[])
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : {}, headers: response.headers }
  }
  return { call, cookies }
}
export type Browser = ReturnType<typeof aBrowser>

const START = Date.parse('2026-11-23T18:00:00Z')
/** Gives a test file a clock that tests set, and browsers with separate IP addresses in `network` ('10.6'). */
export function clockAndBrowsers(api: () => Api, network: string) {
  let addresses = 0
  afterEach(() => {
    api().clock.now = null
  })
  return {
    /** Start of the clock: milliseconds of a Monday morning. */
    startsAt: START,
    at(seconds: number) {
      api().clock.now = new Date(START + seconds * 1000)
    },
    somewhere() {
      addresses++
      return aBrowser(api(), `${network}.${Math.floor(addresses / 250)}.${addresses % 250}`)
    },
  }
}

let phones = 0
/** Turns on codes by text message and returns the number. */
export async function withPhone(api: Api, person: Client): Promise<string> {
  const phone = `+1 212 555 ${String(++phones).padStart(4, '0')}`
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update users set phone = ${phone}, settings = settings || '{"key-two_factor": 1}' where id = ${person.actor.id}`,
  )
  return phone
}

export const newestCode = async (api: Api, phone: string): Promise<string> =>
  /\d{6}/.exec((await textsTo(api.database, phone)).at(-1) ?? '')?.[0] ?? 'none'

/** Returns a different code. */
export const another = (code: string) => (code === '111111' ? '222222' : '111111')

export const auditOf = async (
  api: Api,
  person: Client,
): Promise<{ action: string; details: Record<string, unknown> }[]> =>
  (
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ action: string; details: Record<string, unknown> }>`
      select action, details from audit_log where actor_id = ${person.actor.id} or subject_id = ${person.actor.id} order by id`,
    )
  ).rows

export { PASSWORD }
