// Messages that a test server has sent, in its data directory.
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

/** Waits for text message number `count` and returns its code. */
export async function sentCode(directory: string, count = 1): Promise<string> {
  const code = () => /\d{6}(?= is your)/.exec(read(directory, 'sms')[count - 1] ?? '')?.[0]
  // A file exists before its content.
  await expect.poll(code).toBeDefined()
  return code()!
}

/** Waits for an email that matches `isMeant` and returns its decoded text. */
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
