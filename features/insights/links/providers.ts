// Recognizes the providers of external content from a link alone, in the same way in the form and on the server.

import { withScheme } from '../webAddress.ts'

export const providers = ['YouTube', 'Vimeo', 'Google Drive', 'OneDrive'] as const
export type EmbedProvider = (typeof providers)[number]

/** A normalized link: https, a known provider, no tracking parameters. `key` identifies the content at the provider. */
export type SharedLink = { provider: EmbedProvider; url: string; key: string }

const LONGEST = 2000

/** Returns null for anything else. */
export function sharedLinkOf(text: string): SharedLink | null {
  const [, host = '', rest = ''] =
    /^https?:\/\/([a-z0-9.-]+)(?::443)?(\/[^\s\\]*)?$/i.exec(withScheme(text.trim())) ?? []
  if (host === '' || text.length > LONGEST) return null
  const [, path = '/', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(rest) ?? []
  const at: At = { host: host.toLowerCase().replace(/^(www|m)\./, ''), path: path || '/', query }
  return youTube(at) ?? vimeo(at) ?? drive(at) ?? oneDrive(at, host.toLowerCase())
}

type At = { host: string; path: string; query: string }

const given = (query: string, name: string) => new RegExp(`(?:^|&)${name}=([^&]*)`).exec(query)?.[1] ?? ''

function youTube({ host, path, query }: At): SharedLink | null {
  const isLong = ['youtube.com', 'music.youtube.com', 'youtube-nocookie.com'].includes(host)
  const found =
    host === 'youtu.be'
      ? path.slice(1)
      : !isLong
        ? ''
        : path === '/watch'
          ? given(query, 'v')
          : (/^\/(?:shorts|live|embed|v)\/([^/]+)/.exec(path)?.[1] ?? '')
  const key = /^[\w-]{11}(?=$|\/)/.exec(found)?.[0]
  return key ? { provider: 'YouTube', key, url: `https://www.youtube.com/watch?v=${key}` } : null
}

function vimeo({ host, path, query }: At): SharedLink | null {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null
  const [, key, hash = given(query, 'h')] =
    /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|showcase\/\d+\/video\/|album\/\d+\/video\/|ondemand\/[\w-]+\/)?(\d{4,15})(?:\/([\da-f]{6,20}))?\/?$/.exec(
      path,
    ) ?? []
  if (!key) return null
  const more = /^[\da-f]{6,20}$/.test(hash) ? `/${hash}` : ''
  return { provider: 'Vimeo', key, url: `https://vimeo.com/${key}${more}` }
}

function drive({ host, path, query }: At): SharedLink | null {
  if (host === 'docs.google.com') {
    const [, kind, key] =
      /^\/(document|spreadsheets|presentation|forms)\/(?:u\/\d+\/)?d\/([\w-]{20,120})(?:\/|$)/.exec(path) ?? []
    return key ? { provider: 'Google Drive', key, url: `https://docs.google.com/${kind}/d/${key}/edit` } : null
  }
  if (host !== 'drive.google.com') return null
  const folder = /^\/drive\/(?:u\/\d+\/)?folders\/([\w-]{10,120})\/?$/.exec(path)?.[1]
  if (folder) return { provider: 'Google Drive', key: folder, url: `https://drive.google.com/drive/folders/${folder}` }
  const key =
    /^\/file\/(?:u\/\d+\/)?d\/([\w-]{10,120})(?:\/|$)/.exec(path)?.[1] ??
    (/^\/(?:open|uc)$/.test(path) ? /^[\w-]{10,120}$/.exec(given(query, 'id'))?.[0] : undefined)
  return key ? { provider: 'Google Drive', key, url: `https://drive.google.com/file/d/${key}/view` } : null
}

/** The whole link is the key, because it contains no id of the file. */
function oneDrive({ host, path, query }: At, whole: string): SharedLink | null {
  const isShort = host === '1drv.ms' && /^\/[a-z]\/./.test(path)
  const isLive = host === 'onedrive.live.com' && (query !== '' || path.length > 1)
  const isFirms = /^[a-z0-9-]+\.sharepoint\.com$/.test(host) && /^\/:[a-z]:\/./.test(path)
  if (!isShort && !isLive && !isFirms) return null
  const url = `https://${whole}${path}${query ? `?${query}` : ''}`
  return { provider: 'OneDrive', key: url, url }
}
