import { notFound } from '#core/contract/errors.ts'

export const noVideo = () => notFound('We couldn’t find this video.')
