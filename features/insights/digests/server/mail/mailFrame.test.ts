import { expect, test } from 'vitest'
import { compiledMjml } from '#core/server/testing/compiledMjml.ts'

test('uses the HTML of its MJML template', async () => {
  const html = await compiledMjml(new URL('digestMail.mjml', import.meta.url))
  await expect(html).toMatchFileSnapshot('digestMail.html')
})
