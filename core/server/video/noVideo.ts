import { notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'

export const noVideo = () => notFound(cannotFind('video'))
