import { expect, test } from 'vitest'
import { withLineEnds } from './server/lineEnds.ts'

test.each([
  ['a\nb\r\nc\n\n', 'a\r\nb\r\nc\r\n\r\n'],
  ['\n', '\r\n'],
  ['\r\n\n\r\n', '\r\n\r\n\r\n'],
  ['a\rb', 'a\rb'],
  ['', ''],
])('ends the lines of %j', (given, ended) => {
  expect(withLineEnds(Buffer.from(given)).toString()).toBe(ended)
})
