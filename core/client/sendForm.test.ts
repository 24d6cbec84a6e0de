import { expect, test } from 'vitest'
import { errorIn } from './sendForm.ts'

test('an upload that is answered with an empty object or a page says that something went wrong', () => {
  for (const text of ['{}', '', '<html>Bad Gateway</html>', '{"code":"http_500"}'])
    expect(errorIn(text).message).toBe('Oops! Something went wrong.')
  expect(errorIn('{"message":"Too large."}').message).toBe('Too large.')
})
