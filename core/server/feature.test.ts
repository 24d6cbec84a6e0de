import { expect, test } from 'vitest'
import { definePort, offer } from '#core/contract/ports.ts'
import { composeFeatures, defineFeature } from './feature.ts'

const weather = definePort<() => string>('sky.weather')
const sky = defineFeature({ name: 'sky', offers: [offer(weather, () => 'sunny')] })
const said: string[] = []
const walks = defineFeature({
  name: 'walks',
  needs: { weather },
  jobs: ({ weather }) => [{ name: `walk when ${weather()}`, cron: '* * * * *', run: async () => {} }],
  async start(_, { weather }) {
    said.push(weather())
  },
})

test('what a feature needs of another one is given to it through a port', async () => {
  const product = composeFeatures([walks, sky])
  expect(product.jobs.map(({ name }) => name)).toContain('walk when sunny')
  // The house's own part looks into the database, and there is none here.
  await expect(product.start({} as never)).rejects.toThrow()
  expect(said).toEqual(['sunny'])
})

test('a product in which nobody offers what a feature needs does not start, and says why', () => {
  expect(() => composeFeatures([walks])).toThrow('The feature walks needs sky.weather, which no feature offers.')
})

test('neither two features of one name nor two offers of one port start', () => {
  expect(() => composeFeatures([sky, sky])).toThrow('Two features are called sky.')
  const other = defineFeature({ name: 'other', offers: [offer(weather, () => 'rainy')] })
  expect(() => composeFeatures([sky, other])).toThrow('The port sky.weather is offered twice.')
})
