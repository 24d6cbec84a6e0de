import type { FastifyInstance } from 'fastify'
import { type SentForm, sendForm } from './sendForm.ts'

export type { SentForm } from './sendForm.ts'

/** `id` is the asset to change, if any. */
export const sendAsset = <T>(http: FastifyInstance, token: string, form: SentForm, id?: string) =>
  sendForm<T>(http, token, id ? `/api/assets/${id}` : '/api/assets', form)
