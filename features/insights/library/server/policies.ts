// Access to Library items and their files, as SQL that is evaluated on each request.
import { type RawBuilder, sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { dayIn } from '#core/contract/dates.ts'
import { isShownInsights } from '#core/contract/orgReport.ts'
import { accessTables } from '#core/server/access.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { defineFileKind, type FileAccess, type FileKind } from '#core/server/files/kinds.ts'
import type { StoredFileType } from '#core/server/files/types.ts'
import { notAPicture, pictureTypes } from '#core/server/pictures.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { insightsFlag } from '../../flagsContract.ts'
import { isManager, isPublisher } from '../../server/policies.ts'
import { fileLimits } from '../contract.ts'

export const contentAccess = accessTables({
  row: 'c',
  people: 'content_people',
  groups: 'content_groups',
  key: 'content_id',
})

/** SQL for a row `c` of contents: whether it belongs to the caller's firm or to all firms. */
const isOurs = sql`(c.org_id = ${currentOrgId} or c.is_for_all)`

/** SQL for rows that the caller manages: operators those for all firms, managers those of their firm. */
export const isKept = (session: Pick<SignedInSession, 'actor' | 'user'>): RawBuilder<boolean> =>
  isPublisher(session)
    ? sql`(c.is_for_all and c.org_id = ${currentOrgId})`
    : isManager(session)
      ? sql`(not c.is_for_all and c.org_id = ${currentOrgId})`
      : sql`false`

/**
 * SQL for items that the caller can open. `today` is in the firm's time zone. People who manage an item can open it
 * after it expires.
 */
export const mayRead = (session: SignedInSession, today: string): RawBuilder<boolean> =>
  sql`(${isOurs} and (${isKept(session)} or (c.expires is null or c.expires > ${today}::date) and (c.is_for_all or may_open_content(${currentOrgId}, c.id, ${session.actor.id}::uuid))))`

const isAllowed = ({ org, user }: SignedInSession) =>
  isFeatureOn(org.subscriptions, insightsFlag) && isShownInsights(user.settings)

async function mayOpen({ tx, session, file }: FileAccess): Promise<boolean> {
  if (!isAllowed(session)) return false
  const today = dayIn(session.org.zone, new Date())
  const { rows } = await tx.sql`
    select from shared_contents c where ${file.id}::uuid in (c.file_id, c.thumbnail_id) and ${mayRead(session, today)}`
  return rows.length > 0
}

const file = {
  types: ['application/pdf', 'video/mp4', 'audio/mpeg', 'audio/mp4', ...pictureTypes] as StoredFileType[],
  limit: fileLimits.video,
  otherType: 'This file can’t be added. Supported files: PDF, MP4, MP3, M4A, JPEG, PNG, WEBP, SVG',
  // Long enough to read, watch, or listen.
  minutes: 240,
  mayOpen,
}
const thumbnail = {
  types: pictureTypes,
  limit: fileLimits.picture,
  otherType: notAPicture,
  minutes: 60,
  mayOpen,
}
const byManagers: FileKind['mayUpload'] = ({ session }) => isAllowed(session) && isManager(session)
const byPublishers: FileKind['mayUpload'] = ({ session }) => isAllowed(session) && isPublisher(session)

export const contentFile = defineFileKind({ ...file, name: 'contentFile', mayUpload: byManagers })
export const contentThumbnail = defineFileKind({ ...thumbnail, name: 'contentThumbnail', mayUpload: byManagers })
/** The vendor's files, for every firm. */
const bdFile = defineFileKind({ ...file, name: 'bdContentFile', isForAll: true, mayUpload: byPublishers })
const bdThumbnail = defineFileKind({
  ...thumbnail,
  name: 'bdContentThumbnail',
  isForAll: true,
  mayUpload: byPublishers,
})

export const contentKinds = [contentFile, contentThumbnail, bdFile, bdThumbnail]

/** Returns the kinds under which the caller's uploads are stored. */
export const kindsFor = (session: Pick<SignedInSession, 'actor'>) =>
  isPublisher(session) ? { file: bdFile, thumbnail: bdThumbnail } : { file: contentFile, thumbnail: contentThumbnail }
