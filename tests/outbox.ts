// What a test's server has sent: without providers it lies in its data directory.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const read = (directory: string, kind: 'sms' | 'mail') => {
  const folder = join(directory, 'outbox', kind)
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return []
  }
}

/** Waits for the text message number `count`, and answers the code in it. */
export async function sentCode(directory: string, count = 1): Promise<string> {
  const code = () => /\d{6}(?= is your)/.exec(read(directory, 'sms')[count - 1] ?? '')?.[0]
  // A file is there before what it says is.
  await expect.poll(code).toBeDefined()
  return code()!
}

/** Waits for a mail that `isMeant`, and answers its text: quoted-printable is undone. */
export async function sentMail(directory: string, isMeant: RegExp): Promise<string> {
  const plain = () =>
    read(directory, 'mail').map((text) =>
      text
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
  await expect.poll(() => plain().some((text) => isMeant.test(text))).toBe(true)
  return plain().find((text) => isMeant.test(text))!
}
