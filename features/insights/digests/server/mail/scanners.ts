// Scanners that open every link before the reader does, by user agent. Most don't identify themselves: see `clicksOf`.
import type { IncomingHttpHeaders } from 'node:http'

const names =
  /bot\b|crawl|spider|slurp|preview|scan|barracuda|mimecast|proofpoint|fireeye|trendmicro|symantec|forcepoint|cisco|safelinks|urldefense|googleimageproxy|ggpht|yahoomailproxy|bingpreview|facebookexternalhit|slackbot|whatsapp|telegram|skypeuri|headless|phantom|python-|curl\/|wget\/|java\/|go-http|okhttp|libwww|node-fetch|undici|axios|apache-httpclient/i

/** Includes browsers that prefetch pages. */
export function isScanner(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? ''
  const purpose = `${headers.purpose ?? ''} ${headers['sec-purpose'] ?? ''} ${headers['x-moz'] ?? ''}`
  return agent === '' || names.test(agent) || /prefetch|preview/i.test(purpose)
}
