import { expect, test } from 'vitest'
import { compiledMjml } from '../testing/compiledMjml.ts'

test('uses the HTML of its MJML template', async () => {
  const html = await compiledMjml(new URL('emailMessage.mjml', import.meta.url))
  await expect(html).toMatchFileSnapshot('emailMessage.html')
})
