// A firm and a server without any feature.
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import { createHttp } from '../http.ts'
import { newId } from '../ids.ts'
import type { Handler } from '../routes.ts'
import { openSession } from '../sessions.ts'
import { asClient, callerOf } from './calls.ts'

export async function makeFirm(tx: Tx, name = 'Hartwell & Stone LLP'): Promise<string> {
  const id = newId()
  // The media calls require Firm Content.
  const subscriptions = JSON.stringify({ trainer: { on: 'yes', features: { branded: { on: 'yes' } } } })
  await tx.sql`insert into orgs (id, name, time_zone, subscriptions) values (${id}, ${name}, 'America/Los_Angeles', ${subscriptions}::jsonb)`
  return id
}

export async function makePerson(tx: Tx, orgId: string, email?: string): Promise<string> {
  const id = newId()
  await tx.sql`insert into users (org_id, id, email, first_name, last_name, role)
    values (${orgId}, ${id}, ${email ?? `${id}@hartwell.example`}, 'Dana', 'Reyes', 'member')`
  return id
}

export async function openToyHouse(served: readonly Handler[] = []) {
  const { database, close }: TestDatabase = await testDatabase()
  const http = asClient(await createHttp({ database, served, version: 'test' }))
  await http.ready()
  return {
    database,
    http,
    aFirm: (name?: string) => withoutRls(database, (tx) => makeFirm(tx, name)),
    async aPerson(orgId: string) {
      const { id, token } = await withoutRls(database, async (tx) => {
        const id = await makePerson(tx, orgId)
        return { id, token: await openSession(tx, orgId, id) }
      })
      return { id, orgId, call: callerOf(http, token) }
    },
    async close() {
      await http.close()
      await close()
    },
  }
}
export type FixtureContext = Awaited<ReturnType<typeof openToyHouse>>
export type FixturePerson = Awaited<ReturnType<FixtureContext['aPerson']>>
