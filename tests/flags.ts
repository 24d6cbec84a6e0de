import { features } from '#app/features.ts'
import { composeFeatures } from '#core/server/feature.ts'

/** All features, as a server that stands alone has them. */
export const product = composeFeatures(features)
/** What firms can subscribe to. */
export const { flags } = product
