import { join } from 'node:path'
import type { Database } from '../database/open.ts'
import { StartupError } from '../startupError.ts'
import type { FileStore } from './bucket.ts'
import { folderBucket } from './folder.ts'
import type { FileKind } from './kinds.ts'
import { type S3Place, s3Bucket } from './s3.ts'
import { type Files, openFiles } from './store.ts'

/** Undefined: a folder in the data directory. */
export type FileSettings = S3Place | undefined

/**
 * `PURSUIT_FILES=s3://bucket/prefix` needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, and AWS_REGION.
 * PURSUIT_FILES_ENDPOINT selects another server. Throws a message.
 */
export function readFileSettings(env: NodeJS.ProcessEnv): FileSettings {
  const given = env.PURSUIT_FILES
  if (!given) return undefined
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(given)
  if (!found)
    throw new StartupError('PURSUIT_FILES must be s3://bucket or s3://bucket/prefix; leave it out for a folder.')
  const [accessKeyId, secretAccessKey] = [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY]
  if (!accessKeyId || !secretAccessKey)
    throw new StartupError('PURSUIT_FILES needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.')
  const region = env.AWS_REGION ?? 'us-east-1'
  const endpoint = env.PURSUIT_FILES_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:\/\/[^/]+\/?$/.test(endpoint))
    throw new StartupError('PURSUIT_FILES_ENDPOINT must be an address such as https://files.example.com.')
  const prefix = (found[2] ?? '')
    .split('/')
    .filter(Boolean)
    .map((part) => `${part}/`)
    .join('')
  return { endpoint: endpoint.replace(/\/$/, ''), bucket: found[1]!, prefix, region, accessKeyId, secretAccessKey }
}

/** Uploads wait in the data directory, wherever files are stored. */
export function openFilesOf(
  database: Database,
  settings: FileSettings,
  directory: string,
  kinds: readonly FileKind[],
): Files {
  const root = join(directory, 'files')
  const waiting = join(root, 'waiting')
  const bucket: FileStore = settings ? s3Bucket(settings, waiting) : folderBucket(join(root, 'kept'))
  return openFiles(database, bucket, waiting, kinds)
}
