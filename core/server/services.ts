// Services that transactions use as `tx.services`. The product's composition provides them once per database.
import type { Reaction } from '#core/sync/server/reactions.ts'
import type { NoticeDefinition } from './notices/notice.ts'
import type { Registration } from './outgoing/registrations.ts'
import { ephemeralBox, type SecretBox } from './secretBox.ts'

export type Services = {
  reactions: readonly Reaction[]
  notices: readonly NoticeDefinition[]
  sentPlatforms: readonly Registration['platform'][]
  box: SecretBox
}

const none: Services = { reactions: [], notices: [], sentPlatforms: ['web'], box: ephemeralBox }

/** A database's services until `provide` sets them. */
export const noServices = (): Services => ({ ...none })

/** Replaces all services of a database. Those not given are off. */
export function provide(database: { services: Services }, given: Partial<Services>): void {
  const { reactions, notices, sentPlatforms, box } = { ...none, ...given }
  Object.assign(database.services, { reactions, notices, sentPlatforms, box })
}
