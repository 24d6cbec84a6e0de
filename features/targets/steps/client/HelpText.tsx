import { isOwnPath } from '#core/client/areas.ts'
import { Link } from '#core/client/router/Link.tsx'
import { siteOrigin } from '#core/client/serverAddress.ts'

/** Shows what could help with a step. A URL of this site, such as the step's worksheet, becomes a link. */
export function HelpText({ text }: { text: string }) {
  const [, words, address] = /^(.+): (https?:\/\/\S+)$/s.exec(text) ?? []
  const path = address?.startsWith(`${siteOrigin()}/`) ? address.slice(siteOrigin().length) : undefined
  return isOwnPath(path) ? <Link to={path}>{words}</Link> : text
}
