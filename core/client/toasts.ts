// Short messages at the edge of the screen. A store and not a context, so that anything can say something.
import { create } from 'zustand'

export type Toast = {
  message: string
  color?: 'green' | 'red' | 'gray'
  /** Shows an Undo button. */
  undo?: () => unknown
  /** Shows another button, which takes the message away too. */
  act?: { label: string; run: () => void }
  /** Stays until it is dismissed. */
  stays?: boolean
  /** What it is about: a later message about the same takes its place. */
  about?: string
}
export type ShownToast = Toast & { id: number }

/** How long a message stays. Source: the specification, section 9. */
export const TOAST_MS = 5000
const MOST = 4

export const useToasts = create<{ toasts: readonly ShownToast[] }>(() => ({ toasts: [] }))

let last = 0

/** Shows a message, and returns what takes it away. */
export function toast(given: Toast): () => void {
  last += 1
  const id = last
  useToasts.setState(({ toasts }) => {
    // The same words again move to the end; a pile of messages pushes out the oldest that may go.
    const rest = toasts.filter((one) => given.about === undefined || one.about !== given.about)
    const others = rest.filter((one) => one.message !== given.message || one.undo)
    const droppable = others.length >= MOST ? others.find((one) => !one.stays) : undefined
    return { toasts: [...others.filter((one) => one !== droppable), { ...given, id }] }
  })
  return () => dismissToast(id)
}

export const dismissToast = (id: number) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
