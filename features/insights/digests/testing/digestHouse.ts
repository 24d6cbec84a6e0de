// A firm that sends digests, for tests: its items, templates, and lists, and a clock that jumps to the time of a run.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { newId } from '#core/server/ids.ts'
import type { BulkEmailSettings } from '#core/server/outgoing/bulk.ts'
import { beginIfDue, dueSchedules } from '#core/server/recurring/due.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { wake } from '#core/server/work/work.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Digest, type DigestRecipient, routes } from '../contract.ts'
import { type DistributionList, listRoutes } from '../lists.ts'
import { digestMail } from '../server/rows.ts'
import { beginDigest } from '../server/scheduling.ts'
import type { StyleTemplate } from '../templates.ts'

export const ORIGIN = 'https://pursuit.hartwell.example'
/** Before every run: a Monday, 9:00 AM in the firm's time zone. */
export const NOW = '2027-01-04T17:00:00.000Z'

export type Sent = { fields?: Record<string, string>; files?: Record<string, Buffer> }

export async function openDigestHouse(
  mail: Partial<BulkEmailSettings> | null = null,
  more: Partial<Dependencies> = {},
) {
  const means = mail && {
    origin: () => ORIGIN,
    from: 'Pursuit <pursuit@hartwell.example>',
    directory: tmpdir(),
    ...mail,
  }
  const api: Api = await openApi({ means: { ...more, mail: means, siteUrl: () => ORIGIN } })
  api.clock.now = new Date(NOW)
  const orgId = await api.aFirm()
  const admin = await api.aPerson(orgId, { role: 'admin', first_name: 'Alex', last_name: 'Admin' })
  const form = async <T>(path: string, { fields = {}, files = {} }: Sent) => {
    const edge = `edge${randomUUID()}`
    const head = (words: string) => `--${edge}\r\nContent-Disposition: form-data; ${words}\r\n`
    const parts = [
      ...Object.entries(fields).map(([name, text]) => Buffer.from(`${head(`name="${name}"`)}\r\n${text}\r\n`)),
      ...Object.entries(files).flatMap(([name, content]) => [
        Buffer.from(`${head(`name="${name}"; filename="${name}.png"`)}Content-Type: image/png\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]),
    ]
    const answer = await api.http.inject({
      method: 'POST',
      url: path,
      headers: { ...clientHeaders(admin.token), 'content-type': `multipart/form-data; boundary=${edge}` },
      payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
    })
    return { status: answer.statusCode, body: answer.json() as T }
  }
  const template = (await form<StyleTemplate>('/api/styletemplate', { fields: { name: 'Plain' } })).body

  const house = {
    api,
    orgId,
    admin,
    form,
    template,
    /** Creates an item and returns its id. Everyone can open it unless `people` are named. */
    async aContent(
      name: string,
      { people, expires, org = orgId }: { people?: Client[]; expires?: string; org?: string } = {},
    ) {
      const id = newId()
      await withoutRls(api.database, async (tx) => {
        await tx.sql`
          insert into content_sections (org_id, id, name, position) select ${org}, ${newId()}, 'Section', 0
          where not exists (select 1 from content_sections where org_id = ${org}) returning 1`
        await tx.sql`
          insert into contents (org_id, id, section_id, name, content_type, kind, blog_url, everyone, expires)
          select ${org}, ${id}, s.id, ${name}, 'blog', 'guide', 'https://blog.example/post', ${!people}, ${expires ?? null}::date
          from content_sections s where s.org_id = ${org} limit 1 returning 1`
        for (const { actor } of people ?? [])
          await tx.sql`insert into content_people values (${org}, ${id}, ${actor.id})`
      })
      return id
    },
    async heart({ actor }: Client, contentId: string) {
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql`insert into content_marks (org_id, user_id, content_id, is_favourite, seq) values (${orgId}, ${actor.id}, ${contentId}, true, 1)`,
      )
    },
    async aGroup(name: string, people: Client[]) {
      const id = newId()
      await withoutRls(api.database, async (tx) => {
        await tx.sql`insert into groups (org_id, id, name) values (${orgId}, ${id}, ${name})`
        for (const { actor } of people) await tx.sql`insert into group_members values (${orgId}, ${id}, ${actor.id})`
      })
      return id
    },
    system: (work: (tx: Parameters<Parameters<typeof withoutRls>[1]>[0]) => Promise<unknown>) =>
      withoutRls(api.database, work),
    aList: async (body: object) => (await admin.call<DistributionList>(listRoutes.add, { body })).body,
    /** Input as the form sends it, scheduled a week ahead. */
    input: (more: object = {}) => ({
      title: 'Before the year ends',
      curated_by: 'Alex Admin',
      description: 'Four things worth ten minutes.',
      date: '2027-01-11 09:00:00',
      template_id: template.id,
      ...more,
    }),
    schedule: async (more: object) => {
      const made = await admin.call<Digest>(routes.add, { body: house.input(more) })
      if (made.status !== 200) throw new Error(made.text)
      return made.body
    },
    read: async (id: string) => (await admin.call<Digest>(routes.one, { params: { id } })).body,
    recipients: async (digest: Digest, at = 0) =>
      (
        await admin.call<{ recipients: DigestRecipient[] }>(routes.recipients, {
          params: { id: digest.id, run: digest.runs[at]!.id },
        })
      ).body.recipients,
    /** Moves the clock and starts the runs that are due. Returns how many started. */
    async at(now: string) {
      api.clock.now = new Date(now)
      let begun = 0
      for (const due of await dueSchedules(api.database, digestMail, now))
        if (await beginIfDue(api.database, digestMail, due, { now, begin: beginDigest(() => ORIGIN) })) begun++
      return begun
    },
    /** Keeps sending until the digest satisfies `isSo`. Throws after 25 seconds. */
    async until(id: string, isSo: (digest: Digest) => boolean) {
      const end = Date.now() + 25_000
      for (;;) {
        const digest = await house.read(id)
        if (isSo(digest)) return digest
        if (Date.now() > end) throw new Error(`It never came to this: ${JSON.stringify(digest, null, 1)}`)
        wake(digestMail.task)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    close: () => api.close(),
  }
  return house
}
export type DigestHouse = Awaited<ReturnType<typeof openDigestHouse>>
