// Finds the preview data of a shared link through each provider's API, or else from the metadata of its page.
import { decodeHTML } from 'entities'
import { z } from 'zod'
import { truncate } from '#core/contract/truncate.ts'
import type { Database } from '#core/server/database/open.ts'
import { type ServiceAccount, serviceToken } from '#core/server/serviceToken.ts'
import { linkLimits } from '../contract.ts'
import type { EmbedProvider, SharedLink } from '../providers.ts'
import { askJson, askPage, LIMITS, type LinkRequest } from './asking.ts'

export type LinkPreview = {
  title: string
  description: string
  seconds: number | null
  /** Location of the image; null for none. `key` is the access token for an image that isn't public. */
  picture: { url: string; key?: string } | null
}

export type LinkSearch = LinkRequest & {
  database: Database
  now: string
  /** Our accounts at services that return more to registered callers. */
  drive: ServiceAccount | null
  oneDrive: ServiceAccount | null
}

/** Returns null if the provider doesn't respond, responds with something else, or denies access. */
export async function findOut(finding: LinkSearch, link: SharedLink): Promise<LinkPreview | null> {
  const found = await ways[link.provider](finding, link)
  const title = found && inOneLine(found.title, linkLimits.title)
  if (!found || !title) return null
  const { seconds } = found
  return {
    ...found,
    title,
    description: inOneLine(found.description, linkLimits.description),
    seconds: seconds !== null && seconds > 0 && seconds < 360_000 ? Math.round(seconds) : null,
  }
}

/** Some providers escape '&' as '&amp;'. The text is decoded once and shown as plain text. */
const inOneLine = (text: string, most: number) => truncate(decodeHTML(text), most)

const text = z.string().max(20_000).nullish().catch(null)
const address = z
  .url({ protocol: /^https$/ })
  .max(4000)
  .nullish()
  .catch(null)
const Embedded = z.object({
  title: z.string().max(20_000),
  description: text,
  duration: z.number().nullish().catch(null),
  thumbnail_url: address,
})

const ways: Record<EmbedProvider, (finding: LinkSearch, link: SharedLink) => Promise<LinkPreview | null>> = {
  async YouTube(finding, { url, key }) {
    const { said } = await askJson(
      finding,
      `https://www.youtube.com/oembed?${new URLSearchParams({ url, format: 'json' })}`,
      Embedded,
    )
    if (!said) return null
    // The API returns neither, but the page might.
    const page = await askPage(finding, url)
    return {
      title: said.title,
      description: page?.get('og:description') ?? '',
      seconds: secondsOf(page?.get('duration') ?? ''),
      picture: { url: said.thumbnail_url ?? `https://i.ytimg.com/vi/${key}/hqdefault.jpg` },
    }
  },
  async Vimeo(finding, { url }) {
    const { said } = await askJson(
      finding,
      `https://vimeo.com/api/oembed.json?${new URLSearchParams({ url, width: '800' })}`,
      Embedded,
    )
    if (!said) return null
    const { title, description, duration, thumbnail_url } = said
    return { title, description: description ?? '', seconds: duration ?? null, picture: pictureAt(thumbnail_url) }
  },
  async 'Google Drive'(finding, link) {
    return (
      (finding.drive && (await inDrive(finding, finding.drive, link))) ??
      onPage(finding, link, / [-–] Google (Drive|Docs|Sheets|Slides|Forms)$/)
    )
  },
  async OneDrive(finding, link) {
    return (
      (finding.oneDrive && (await inOneDrive(finding, finding.oneDrive, link))) ??
      onPage(finding, link, / [-–|] (Microsoft )?OneDrive$/)
    )
  },
}

const pictureAt = (url: string | null | undefined) => (url ? { url } : null)

/** Parses a duration such as 'PT1H10M24S' (ISO 8601). */
function secondsOf(duration: string): number | null {
  const [whole, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration) ?? []
  return whole === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const DriveFile = z.object({
  name: z.string().max(20_000),
  description: text,
  thumbnailLink: address,
  videoMediaMetadata: z.object({ durationMillis: z.coerce.number() }).nullish().catch(null),
})

async function inDrive(finding: LinkSearch, account: ServiceAccount, { key }: SharedLink): Promise<LinkPreview | null> {
  const query = new URLSearchParams({
    fields: 'name,description,thumbnailLink,videoMediaMetadata(durationMillis)',
    supportsAllDrives: 'true',
  })
  const found = await withToken(
    finding,
    account,
    `https://www.googleapis.com/drive/v3/files/${key}?${query}`,
    DriveFile,
  )
  if (!found) return null
  const { name, description, thumbnailLink, videoMediaMetadata } = found.said
  return {
    title: name,
    description: description ?? '',
    seconds: videoMediaMetadata ? videoMediaMetadata.durationMillis / 1000 : null,
    picture: thumbnailLink ? { url: thumbnailLink.replace(/=s\d+$/, '=s800'), key: found.key } : null,
  }
}

const DriveItem = z.object({
  name: z.string().max(20_000),
  description: text,
  video: z.object({ duration: z.number() }).nullish().catch(null),
  thumbnails: z
    .array(z.object({ large: z.object({ url: address }).nullish() }))
    .nullish()
    .catch(null),
})

async function inOneDrive(
  finding: LinkSearch,
  account: ServiceAccount,
  { url }: SharedLink,
): Promise<LinkPreview | null> {
  const share = `u!${Buffer.from(url).toString('base64url')}`
  const query = new URLSearchParams({ $select: 'name,description,video', $expand: 'thumbnails' })
  const found = await withToken(
    finding,
    account,
    `https://graph.microsoft.com/v1.0/shares/${share}/driveItem?${query}`,
    DriveItem,
  )
  if (!found) return null
  const { name, description, video, thumbnails } = found.said
  return {
    title: name,
    description: description ?? '',
    seconds: video ? video.duration / 1000 : null,
    picture: pictureAt(thumbnails?.[0]?.large?.url),
  }
}

/** Requests a new token once if the old one is rejected. */
async function withToken<T>(finding: LinkSearch, account: ServiceAccount, url: string, shape: z.ZodType<T>) {
  const { database, now } = finding
  const limits = { allowed: finding.limits.allowed, ...LIMITS.json }
  for (const isStale of [false, true]) {
    const token = await serviceToken(database, account, { limits, now, isStale }).catch(() => null)
    if (token === null) return null
    const key = `Bearer ${token}`
    const { status, said } = await askJson(finding, url, shape, { authorization: key })
    if (said) return { said, key }
    if (status !== 401) return null
  }
  return null
}

/** Returns the metadata of the link's page, without the provider's name at the end of the title. */
async function onPage(finding: LinkSearch, { url }: SharedLink, own: RegExp): Promise<LinkPreview | null> {
  const page = await askPage(finding, url)
  const title = (page?.get('og:title') ?? page?.get('title') ?? '').replace(own, '')
  // The title of a page without a file is only the provider's name.
  if (!page || !title || /^(Google (Drive|Docs)|(Microsoft )?OneDrive|Sign in.*|Page not found)$/i.test(title))
    return null
  return {
    title,
    description: page.get('og:description') ?? '',
    seconds: null,
    picture: pictureAt(address.parse(page.get('og:image'))),
  }
}
