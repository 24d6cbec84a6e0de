// Media calls of the specification, section 7. The built-in host responds as a hosting service does.

import { z } from 'zod'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { requiredText, text } from '#core/contract/fields.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { videoLimits } from '#core/contract/video.ts'
import { audit } from '../audit.ts'
import { withOrg } from '../database/tx.ts'
import { defineExternalApi, type ExternalAnswer, type ExternalCall } from '../externalApi.ts'
import { filesOf } from '../files/store.ts'
import { MEDIA_PATH } from './keyContract.ts'
import { authenticateMediaCaller, type MediaCaller } from './mediaKey.ts'
import { noVideo } from './noVideo.ts'
import { projectOf } from './projects.ts'
import { deleteHosted, describeVideo, projectIn } from './videos.ts'

const Described = z.object({
  name: requiredText(videoLimits.name).optional(),
  description: text(videoLimits.description).optional(),
})

export const mediaApi = defineExternalApi<MediaCaller>({
  prefix: MEDIA_PATH,
  types: ['application/json'],
  bodyBytes: 64 * 1024,
  admit: authenticateMediaCaller,
  answer: async (call) => ({ status: 200, body: await answerOf(call) }),
  refuse: refuseMedia,
})

async function answerOf({ method, path, query, database, caller: { orgId } }: ExternalCall<MediaCaller>) {
  const doer = { org: { id: orgId } }
  const project = /^\/projects\/([^/]+)\.json$/.exec(path)?.[1]
  if (project !== undefined) {
    if (method !== 'GET') throw notAllowed()
    if (project !== projectOf(orgId)) throw notFound(cannotFind('project'))
    return withOrg(database, orgId, projectIn, { isQuiet: true })
  }
  const hashedId = /^\/([^/]+)\.json$/.exec(path)?.[1]
  if (hashedId === undefined) throw notFound('Not found.')
  // Deleted and nonexistent videos look the same.
  if (!/^[a-z0-9]{1,40}$/.test(hashedId)) throw noVideo()
  if (method === 'DELETE')
    return filesOf(database).change(orgId, [], async (change) => {
      const media = await deleteHosted(change, hashedId)
      await audit(change.tx, doer, { action: 'video.removed_by_key', subject: { name: media.name } })
      return media
    })
  if (method !== 'PUT') throw notAllowed()
  const found = Described.safeParse({
    name: query.get('name') ?? undefined,
    description: query.get('description') ?? undefined,
  })
  if (!found.success)
    throw invalid(Object.fromEntries(found.error.issues.map(({ path: at, message }) => [at.join('.'), message])))
  return withOrg(database, orgId, async (tx) => {
    const media = await describeVideo(tx, hashedId, found.data)
    await audit(tx, doer, { action: 'video.described_by_key', subject: { name: media.name } })
    return media
  })
}

const notAllowed = () => new Refusal('not_allowed', 'Method not allowed.', 400)

function refuseMedia(refusal: Refusal): ExternalAnswer {
  return {
    status: refusal.status,
    body: { ...refusal.body(), error: refusal.message },
    ...(refusal.status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
  }
}
