// Actions of a digest's menu.
import { call } from '#core/client/api.ts'
import { useRowActions } from '#core/client/useRowActions.ts'
import { type Digest, routes } from '../contract.ts'
import { formatPeople } from './digestLabels.ts'

type Options = {
  put: (digest: Digest) => void
  drop: (digest: Digest) => void
  edit: (digest: Digest) => void
}

export function useDigestDoings({ put, drop, edit }: Options) {
  const { act, ask, question, close } = useRowActions(put)
  const paramsOf = ({ id }: Digest) => ({ params: { id } })
  const nameOf = ({ title }: Digest) => title || 'Untitled'
  return {
    question,
    close,
    edit,
    test: (digest: Digest) => act(routes.test, digest, 'Test sent to you.'),
    pause: (digest: Digest) => act(routes.pause, digest, 'Digest paused.'),
    resume: (digest: Digest) => act(routes.resume, digest, 'Digest resumed.'),
    async duplicate(digest: Digest): Promise<void> {
      const copy = await act(routes.duplicate, digest, 'Copied as a draft.')
      if (copy) edit(copy)
    },
    cancel: (digest: Digest) =>
      ask({
        title: 'Cancel digest',
        verb: 'Cancel digest',
        stay: 'Keep it',
        name: nameOf(digest),
        text: 'It isn’t sent to anyone anymore. What was sent stays in its history.',
        isDangerous: true,
        async confirm() {
          put(await call(routes.cancel, paramsOf(digest)))
          return 'Digest canceled.'
        },
      }),
    remove: (digest: Digest) =>
      ask({
        title: 'Warning',
        verb: 'Delete',
        name: nameOf(digest),
        text: 'This deletes the digest and its history. Emails already sent aren’t affected.',
        isDangerous: true,
        async confirm() {
          await call(routes.remove, paramsOf(digest))
          drop(digest)
          return 'Element was deleted successfully'
        },
      }),
    /** Reloads the number of people it reaches first. */
    async sendNow(digest: Digest): Promise<void> {
      const now = await call(routes.one, paramsOf(digest)).catch(() => digest)
      if (now !== digest) put(now)
      ask({
        title: 'Send now',
        verb: 'Send now',
        name: nameOf(now),
        text: `It goes to ${formatPeople(now.contacts)} right away.`,
        async confirm() {
          put(await call(routes.sendNow, paramsOf(now)))
          return 'Sending the digest…'
        },
      })
    },
  }
}
export type DigestDoings = ReturnType<typeof useDigestDoings>
