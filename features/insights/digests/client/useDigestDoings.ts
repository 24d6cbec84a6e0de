// Actions of a digest's menu, which run right away or after a confirmation.
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { type Digest, routes } from '../contract.ts'

export type DigestConfirm = { kind: 'cancel' | 'delete' | 'sendNow'; digest: Digest }

type Options = {
  put: (digest: Digest) => void
  drop: (digest: Digest) => void
  edit: (digest: Digest) => void
}

export function useDigestDoings({ put, drop, edit }: Options) {
  const [asking, setAsking] = useState<DigestConfirm | null>(null)
  const act = async (route: typeof routes.pause, { id }: Digest, message: string, then?: (digest: Digest) => void) => {
    try {
      const digest = await call(route, { params: { id } })
      put(digest)
      toast({ message, color: 'green' })
      then?.(digest)
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    }
  }
  return {
    asking,
    /** Before a digest is sent, reloads the number of people it reaches. */
    async ask(asked: DigestConfirm): Promise<void> {
      const { digest, kind } = asked
      const now =
        kind === 'sendNow' ? await call(routes.one, { params: { id: digest.id } }).catch(() => digest) : digest
      if (now !== digest) put(now)
      setAsking({ kind, digest: now })
    },
    close: () => setAsking(null),
    edit,
    test: (digest: Digest) => act(routes.test, digest, 'Test sent to you.'),
    pause: (digest: Digest) => act(routes.pause, digest, 'Digest paused.'),
    resume: (digest: Digest) => act(routes.resume, digest, 'Digest resumed.'),
    duplicate: (digest: Digest) => act(routes.duplicate, digest, 'Copied as a draft.', edit),
    /** Runs the confirmed action. Throws the error that the dialog shows. */
    async confirm({ kind, digest }: DigestConfirm): Promise<string> {
      const params = { id: digest.id }
      if (kind === 'delete') {
        await call(routes.remove, { params })
        drop(digest)
        return 'Element was deleted successfully'
      }
      put(await call(kind === 'cancel' ? routes.cancel : routes.sendNow, { params }))
      return kind === 'cancel' ? 'Digest canceled.' : 'Sending the digest…'
    },
  }
}
export type DigestDoings = ReturnType<typeof useDigestDoings>
