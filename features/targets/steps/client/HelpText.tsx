import { Link } from '@tanstack/react-router'
import { isOwnPath } from '#core/client/areas.ts'
import { siteOrigin } from '#core/client/serverAddress.ts'

/** What could help with a step. A page of ours that it names can be opened, as the worksheet that the step came from. */
export function HelpText({ text }: { text: string }) {
  const [, words, address] = /^(.+): (https?:\/\/\S+)$/s.exec(text) ?? []
  const path = address?.startsWith(`${siteOrigin()}/`) ? address.slice(siteOrigin().length) : undefined
  return isOwnPath(path) ? <Link to={path}>{words}</Link> : text
}
