import { expect, test } from 'vitest'
import { errorIn } from './sendForm.ts'

test('reports an error when the response to an upload is an empty object or a page', () => {
  for (const text of ['{}', '', '<html>Bad Gateway</html>', '{"code":"http_500"}'])
    expect(errorIn(text).message).toBe('Oops! Something went wrong.')
  expect(errorIn('{"message":"Too large."}').message).toBe('Too large.')
})
