import { afterAll, expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { readMeetingFile } from './readMeetingFile.ts'
import { readMessage } from './readMessage.ts'
import { readOutlookFile } from './readOutlookFile.ts'
import { mailLimits } from './receivedMessage.ts'
import { type DamagedEmail, damagedEmails } from './testing/damaged.ts'
import { emailBytes } from './testing/emailSource.ts'
import { reading } from './testing/people.ts'

// Building them takes longer than reading them.
const damaged = damagedEmails()
const readers = { eml: readMessage, msg: readOutlookFile, ics: readMeetingFile }
const longest: { name: string; milliseconds: number }[] = []

const readOne = ({ format, bytes }: DamagedEmail) =>
  readers[format](bytes, reading).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

/** The processor's time, because other processes share the machine. The shortest of three, because it warms up. */
async function milliseconds(email: DamagedEmail): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best > 40; run++) {
    const start = process.cpuUsage()
    await readOne(email)
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

const healthy = emailBytes({ from: 'Jane Harper <jane@acme.example>', to: 'nora@hollis-grant.com', subject: 'Offer' }, [
  { type: 'text/plain', text: 'Hello' },
])

test('It has at least forty damaged emails', () => {
  expect(damaged.length).toBeGreaterThanOrEqual(40)
  expect(new Set(damaged.map(({ name }) => name)).size).toBe(damaged.length)
})

test.each(damaged)('It reads or rejects within 100 ms: $name', async (email) => {
  const before = JSON.stringify(await readMessage(healthy, reading))
  const result = await readOne(email)
  if (email.outcome !== 'either') expect(result instanceof Refusal).toBe(email.outcome === 'rejected')
  if (result instanceof Refusal) expect(result.message).toMatch(/^[A-Z].*\.$/)
  else expectBounded(result)
  const time = await milliseconds(email)
  longest.push({ name: email.name, milliseconds: time })
  expect(time).toBeLessThan(100)
  // Nothing of one email is left in the next one.
  expect(JSON.stringify(await readMessage(healthy, reading))).toBe(before)
})

/** No text of a result contains control characters, hidden directions, or more than the limits. */
function expectBounded(result: object) {
  const { text, subject } = result as { text: string; subject: string }
  expect(text.length).toBeLessThanOrEqual(mailLimits.text)
  expect(subject.length).toBeLessThanOrEqual(mailLimits.subject)
  const whole = JSON.stringify(result)
  expect(whole.length).toBeLessThan(120_000)
  expect(whole).not.toMatch(/\p{Bidi_Control}|\\u00[01]/u)
  expect(whole.isWellFormed()).toBe(true)
}

afterAll(() => {
  const slow = longest.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 8)
  console.log(slow.map(({ name, milliseconds }) => `${milliseconds.toFixed(0).padStart(4)} ms  ${name}`).join('\n'))
})
