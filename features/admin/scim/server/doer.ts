import type { SignedInSession } from '#core/server/sessions.ts'
import type { Directory } from './tokens.ts'

/** Principal of a directory: it acts under its token's name as a firm admin, without being a person of the firm. */
export const doerOf = ({ orgId, tokenId, name, firmName }: Directory): SignedInSession => ({
  actor: { id: tokenId, first_name: name, last_name: '(SCIM)', role: 'admin' },
  tokenHash: Buffer.alloc(0),
  sessionId: tokenId,
  isIdle: false,
  isEnrolling: false,
  user: { email: '', phone: '', settings: {} },
  org: {
    id: orgId,
    name: firmName,
    category_name: '',
    access: 'no',
    zone: 'UTC',
    subscriptions: {},
    linkKey: () => Buffer.alloc(0),
    logoId: null,
    lists: null,
    stages: null,
  },
})
