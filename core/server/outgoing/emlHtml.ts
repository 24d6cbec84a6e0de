/** Returns null without an HTML part. Only for emails that Pursuit composed. */
export function htmlOfMail(bytes: Buffer): string | null {
  const mail = bytes.toString('latin1')
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1]
  const part = boundary && mail.split(`--${boundary}`).find((one) => /^content-type: text\/html/im.test(one))
  const end = part ? part.indexOf('\r\n\r\n') : -1
  if (!part || end < 0) return null
  const body = part.slice(end + 4)
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(part.slice(0, end))?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  const plain = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1').toString('utf8')
}
