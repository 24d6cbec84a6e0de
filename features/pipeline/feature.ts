import { stagesFlag } from '#core/contract/stages.ts'
import { defineFeature } from '#core/server/feature.ts'
import { stageHandlers } from './stages/server/firmStages.ts'

export const pipeline = defineFeature({
  name: 'pipeline',
  flags: [
    {
      ...stagesFlag,
      label: 'Stages',
      tells: 'Targets have a stage, an expected close, and a chance, and there is a board.',
    },
  ],
  routes: stageHandlers,
})
