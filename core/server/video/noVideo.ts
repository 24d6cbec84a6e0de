import { notFound } from '#core/contract/errors.ts'

export const noVideo = () => notFound('This video could not be found.')
