// Services bound to a database's transactions.
import type { Reaction } from '#core/sync/server/reactions.ts'
import type { NoticeDefinition } from '../notices/notice.ts'
import type { Registration } from '../outgoing/registrations.ts'
import { ephemeralBox, type SecretBox } from '../secretBox.ts'
import type { Database } from './open.ts'
import { currentScope } from './scope.ts'

export type Attached = {
  reactions: readonly Reaction[]
  notices: readonly NoticeDefinition[]
  sentPlatforms: readonly Registration['platform'][]
  box: SecretBox
}

const none: Attached = { reactions: [], notices: [], sentPlatforms: ['web'], box: ephemeralBox }
const all = new WeakMap<Database, Attached>()

export const attach = (database: Database, parts: Partial<Attached>): void =>
  void all.set(database, { ...none, ...parts })

export function attached(): Attached {
  const scope = currentScope()
  return (scope && all.get(scope.database)) ?? none
}
