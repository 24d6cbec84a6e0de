import { defineRoute } from '#core/contract/route.ts'
import { defineQuery } from '#core/sync/query.ts'
import { ThisAndNextQuarter } from './figuresContract.ts'

export const ownForecastRoute = defineRoute({
  name: 'pipeline.ownForecast',
  method: 'GET',
  path: 'user/forecast',
  summary: 'My forecast of this quarter and the next, private Targets included',
  answer: ThisAndNextQuarter,
})

export const ownForecast = defineQuery({
  name: 'ownForecast',
  route: ownForecastRoute,
  callOf: () => ({}),
  isLive: true,
})
