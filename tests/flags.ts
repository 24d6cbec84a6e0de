import { features } from '#app/features.ts'
import { composeFeatures } from '#core/server/feature.ts'

/** What firms can subscribe to. */
export const { flags } = composeFeatures(features)
