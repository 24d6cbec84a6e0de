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

test('provides what a feature needs from another one through a port', async () => {
  const product = composeFeatures([walks, sky])
  expect(product.jobs.map(({ name }) => name)).toContain('walk when sunny')
  // The product's own part needs a database, which this test lacks.
  await expect(product.start({} as never)).rejects.toThrow()
  expect(said).toEqual(['sunny'])
})

test("explains why it can't start when no feature offers a required port", () => {
  expect(() => composeFeatures([walks])).toThrow('The feature walks needs sky.weather, which no feature offers.')
})

test('rejects two features with one name and two offers of one port', () => {
  expect(() => composeFeatures([sky, sky])).toThrow('Two features are called sky.')
  const other = defineFeature({ name: 'other', offers: [offer(weather, () => 'rainy')] })
  expect(() => composeFeatures([sky, other])).toThrow('The port sky.weather is offered twice.')
})
