// Templates of digests: who may is asked by `canManageLibrary` alone.

import { sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { changedMeanwhile, notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { fileLink } from '#core/server/files/links.ts'
import { type FileChanges, filesOf, inFiles } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { canManageLibrary } from '../../server/policies.ts'
import { templateRoutes as routes, type StyleTemplate, type TemplateChange, type TemplateInput } from '../templates.ts'
import { receivedTemplate, type TemplateReady } from './templatePictures.ts'

export type TemplateRow = {
  id: string
  name: string
  color: string
  image_selected: boolean
  logo_id: string | null
  logo_width: number | null
  logo_height: number | null
  image_id: string | null
  image_width: number | null
  image_height: number | null
  revision: number
  modified: string
}

/** Committing the change assigns the new images to the firm. If it fails, they are deleted. */
const inPictures: TransactionContext<TemplateReady<unknown>, FileChanges> = (
  { database, session },
  { logo, image },
  work,
) => {
  const placed = [logo, image].flatMap((picture) => picture?.placed ?? [])
  return filesOf(database).change(session.org.id, placed, (held) => work(held.tx, held))
}

export const templateHandlers: Handler[] = [
  defineHandler(routes.list, canManageLibrary, async ({ tx, session, now }) => {
    const rows = await readTemplates(tx)
    return { styletemplates: rows.map((row) => shown(row, session, now)) }
  }),
  defineIdempotentHandler(routes.add, canManageLibrary, {
    ready: (call) => receivedTemplate(call, routes.add),
    within: inPictures,
    async change(tx, { session, now }, ready: TemplateReady<TemplateInput>, change: FileChanges) {
      const id = await insertTemplate(change, { by: session.actor.id, now }, ready)
      await audit(tx, session, { action: 'style_template.added', subject: { id, name: ready.fields.name } })
      return shown(await templateRow(tx, id), session, now)
    },
    content: ({ sent }) => sent,
  }),
  defineIdempotentHandler(routes.edit, canManageLibrary, {
    ready: (call) => receivedTemplate(call, routes.edit),
    within: inPictures,
    async change(
      tx,
      { session, now, params: { id } },
      { fields, logo, image }: TemplateReady<TemplateChange>,
      { keep, drop }: FileChanges,
    ) {
      const before = await templateRow(tx, id, 'for update')
      if (fields.revision !== undefined && fields.revision !== before.revision) throw changedMeanwhile('template')
      for (const picture of [logo, image]) if (picture) await keep(picture.placed, session.actor.id)
      const after = {
        name: fields.name ?? before.name,
        color: fields.color ?? before.color,
        hasImage: fields.image_selected === undefined ? before.image_selected : fields.image_selected === 1,
        logo: logo
          ? [logo.placed.id, logo.width, logo.height]
          : [before.logo_id, before.logo_width, before.logo_height],
        image: image
          ? [image.placed.id, image.width, image.height]
          : [before.image_id, before.image_width, before.image_height],
      }
      await tx.sql`
        update style_templates set name = ${after.name}, color = ${after.color}, image_selected = ${after.hasImage},
          logo_id = ${after.logo[0]}, logo_width = ${after.logo[1]}, logo_height = ${after.logo[2]}, image_id = ${after.image[0]},
          image_width = ${after.image[1]}, image_height = ${after.image[2]},
          modified_by = ${session.actor.id}, modified_at = ${now}::timestamptz, revision = revision + 1
        where org_id = ${currentOrgId} and id = ${id}`
      if (logo && before.logo_id) await drop(before.logo_id)
      if (image && before.image_id) await drop(before.image_id)
      await audit(tx, session, { action: 'style_template.changed', subject: { id, name: after.name } })
      return shown(await templateRow(tx, id), session, now)
    },
    content: ({ sent }) => sent,
  }),
  defineIdempotentHandler(routes.remove, canManageLibrary, {
    within: inFiles,
    async change(tx, { session, params: { id } }, _, { drop }: FileChanges) {
      // Locks the digests first, in the same order as editing one of them does.
      await tx.sql`select from digests where org_id = ${currentOrgId} and template_id = ${id} order by id for update`
      const row = await templateRow(tx, id, 'for update')
      await refuseInUse(tx, id)
      await tx.sql`update digests set template_id = null where org_id = ${currentOrgId} and template_id = ${id}`
      await tx.sql`delete from style_templates where org_id = ${currentOrgId} and id = ${id}`
      for (const file of [row.logo_id, row.image_id]) if (file) await drop(file)
      await audit(tx, session, { action: 'style_template.removed', subject: { id, name: row.name } })
      return undefined
    },
  }),
]

/** Returns the new id. */
export async function insertTemplate(
  { tx, keep }: Pick<FileChanges, 'tx' | 'keep'>,
  { by, now }: { by: string; now: string },
  { fields, logo, image }: Omit<TemplateReady<TemplateInput>, 'sent'>,
): Promise<string> {
  const id = newId()
  for (const picture of [logo, image]) if (picture) await keep(picture.placed, by)
  const { name, color, image_selected } = fields
  await tx.sql`
    insert into style_templates (org_id, id, name, color, image_selected, logo_id, logo_width, logo_height, image_id, image_width, image_height, modified_by, created_at, modified_at)
    values (${currentOrgId}, ${id}, ${name}, ${color}, ${image_selected === 1}, ${logo?.placed.id ?? null}, ${logo?.width ?? null}, ${logo?.height ?? null},
      ${image?.placed.id ?? null}, ${image?.width ?? null}, ${image?.height ?? null}, ${by}, ${now}::timestamptz, ${now}::timestamptz)`
  return id
}

/** Refuses to delete a template that a pending digest uses. */
async function refuseInUse(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.sql<{ title: string; count: number }>`
    select title, count(*) over ()::int as count from digests
    where org_id = ${currentOrgId} and template_id = ${id} and status in ('scheduled', 'paused', 'sending') order by next_at limit 1`
  if (!rows[0]) return
  const { title, count } = rows[0]
  const others = count > 1 ? ` and ${count - 1} more` : ''
  throw new Refusal('in_use', `The digest “${title}”${others} is still scheduled with this template.`, 409)
}

type Lock = 'for update' | 'for key share'

async function readTemplates(tx: Tx, id: string | null = null, lock?: Lock): Promise<TemplateRow[]> {
  const { rows } = await tx.sql<TemplateRow>`
    select id, name, color, image_selected, logo_id, logo_width, logo_height, image_id, image_width, image_height, revision, modified_at as modified
    from style_templates where org_id = ${currentOrgId} and (${id}::uuid is null or id = ${id}) order by lower(name), id ${lock ? sql.raw(lock) : sql``}`
  return rows
}

/** Throws 404 if there is no such template. */
export async function templateRow(tx: Tx, id: string, lock?: Lock): Promise<TemplateRow> {
  const [row] = await readTemplates(tx, id, lock)
  if (!row) throw notFound(cannotFind('template'))
  return row
}

function shown(row: TemplateRow, { org }: SignedInSession, now: string): StyleTemplate {
  const address = (fileId: string | null) =>
    fileId ? fileLink({ orgId: org.id, fileId, key: org.linkKey() }, { now: Date.parse(now) }) : ''
  return {
    id: row.id,
    name: row.name,
    logo_image: address(row.logo_id),
    color: row.color,
    image: address(row.image_id),
    image_selected: row.image_selected ? 1 : 0,
    modified: stampIn(org.zone, row.modified),
    revision: row.revision,
  }
}
