import { features } from '#app/features.ts'
import { composeFeatures } from '#core/server/feature.ts'

/** All features, as on a standalone server. */
export const product = composeFeatures(features)
export const { flags } = product
