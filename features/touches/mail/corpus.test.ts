import { expect, test } from 'vitest'
import { matchMessage } from './matchMessage.ts'
import { readMessage } from './readMessage.ts'
import { readOutlookFile } from './readOutlookFile.ts'
import { type LabeledEmail, labeledEmails } from './testing/corpus.ts'
import { context, reading } from './testing/people.ts'

const emails = labeledEmails()

async function foundTarget({ format, bytes }: LabeledEmail): Promise<string | null> {
  const read = format === 'eml' ? readMessage : readOutlookFile
  const match = matchMessage(await read(bytes, reading), context)
  return match.kind === 'target' ? match.targetId : null
}

test('It matches labeled emails with a precision of 0.98 and a recall of 0.95', async () => {
  const results = await Promise.all(emails.map(async (email) => ({ ...email, found: await foundTarget(email) })))
  const isRight = ({ found, target }: (typeof results)[number]) => found === target
  const right = results.filter((one) => one.found !== null && isRight(one)).length
  const precision = right / results.filter(({ found }) => found !== null).length
  const recall = right / results.filter(({ target }) => target !== null).length
  const wrong = results
    .filter((one) => !isRight(one))
    .map(({ name, target, found }) => `${name}: ${found}, not ${target}`)
  console.log(
    [`${results.length} emails, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`, ...wrong].join('\n'),
  )
  expect(results.length).toBeGreaterThanOrEqual(300)
  expect(results.filter(({ target }) => target === null).length).toBeGreaterThanOrEqual(80)
  expect(precision).toBeGreaterThanOrEqual(0.98)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('It has no two labeled emails of one name', () => {
  expect(new Set(emails.map(({ name }) => name)).size).toBe(emails.length)
})
