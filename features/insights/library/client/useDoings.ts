// The actions of people who manage the Library. Some open a dialog first; moves run right away.
import { useRef, useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { sendForm } from '#core/client/sendForm.ts'
import { toast } from '#core/client/toasts.ts'
import type { ItemSection, LibraryItem } from '../contract.ts'
import { routes } from '../routesContract.ts'
import type { ShownLibrary } from './useLibrary.ts'

export type LibraryConfirm =
  | { kind: 'add' }
  | { kind: 'edit' | 'readers' | 'delete' | 'care'; content: LibraryItem }
  /** A new section, and an item to move there if one is given. */
  | { kind: 'section'; content?: LibraryItem }
  | { kind: 'rename' | 'deleteSection'; section: ItemSection }

/** `toDigest` adds an item to the digest being edited. */
export function useDoings({ asked }: ShownLibrary, toDigest?: (contentId: string) => void) {
  const [asking, setAsking] = useState<LibraryConfirm | null>(null)
  /** New position of a moved card, announced to screen readers. */
  const [said, setSaid] = useState('')
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(asked)
  latest.current = asked

  /** Moves the card on screen right away, then on the server. Moves run one after the other. */
  const move = (content: LibraryItem, to: ItemSection, undoes = true): void => {
    const { value, take } = latest.current
    if (!value || content.section_id === to.id) return
    take({
      ...value,
      contents: value.contents.map((one) => (one.id === content.id ? { ...one, section_id: to.id } : one)),
    })
    const from = value.sections.find(({ id }) => id === content.section_id)
    setSaid(`Moved ${content.name} to ${to.name}.`)
    queue.current = queue.current.then(async () => {
      try {
        await sendForm(routes.edit, { params: { id: content.id }, fields: { section_id: to.id }, files: {} }).done
        toast({
          message: undoes
            ? `Moved “${content.name}” to “${to.name}.”`
            : `Moved “${content.name}” back to “${to.name}.”`,
          color: 'green',
          about: `move ${content.id}`,
          ...(undoes && from && { undo: () => move({ ...content, section_id: to.id }, from, false) }),
        })
      } catch (thrown) {
        toast({ message: problemOf(thrown), color: 'red' })
      }
      await latest.current.refresh()
    })
  }
  return { asking, ask: setAsking, close: () => setAsking(null), move, said, toDigest }
}
export type LibraryMutations = ReturnType<typeof useDoings>
