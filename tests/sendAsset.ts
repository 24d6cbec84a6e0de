// Sends an asset's form.
import type { FastifyInstance } from 'fastify'
import { type SentForm, sendForm } from './sendForm.ts'

export type { SentForm } from './sendForm.ts'

/** `id`: of the asset that is changed; a new one otherwise. */
export const sendAsset = <T>(http: FastifyInstance, token: string, form: SentForm, id?: string) =>
  sendForm<T>(http, token, id ? `/api/assets/${id}` : '/api/assets', form)
