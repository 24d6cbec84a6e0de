const [LF, CR] = [0x0a, 0x0d]

/** Puts CR before each bare LF, as the DKIM verifier does, which takes seconds for millions of them. */
export function withLineEnds(bytes: Buffer): Buffer {
  let bare = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LF && bytes[at - 1] !== CR) bare++
  if (bare === 0) return bytes
  const whole = Buffer.allocUnsafe(bytes.length + bare)
  let to = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF && bytes[at - 1] !== CR) whole[to++] = CR
    whole[to++] = bytes[at]!
  }
  return whole
}
