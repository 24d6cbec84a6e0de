// A store instead of a context, so that any code can show a message.
import { create } from 'zustand'

export type Toast = {
  message: string
  color?: 'green' | 'red' | 'gray'
  undo?: () => unknown
  /** The button also dismisses the message. */
  act?: { label: string; run: () => void }
  stays?: boolean
  /** A later message about the same subject replaces it. */
  about?: string
}
export type ShownToast = Toast & { id: number }

/** Source: the specification, section 9. */
export const TOAST_MS = 5000
const MOST = 4

export const useToasts = create<{ toasts: readonly ShownToast[] }>(() => ({ toasts: [] }))

let last = 0

/** Returns a function that dismisses the message. */
export function toast(given: Toast): () => void {
  last += 1
  const id = last
  useToasts.setState(({ toasts }) => {
    // A repeated message moves to the end. Too many push out the oldest that can be dropped.
    const rest = toasts.filter((one) => given.about === undefined || one.about !== given.about)
    const others = rest.filter((one) => one.message !== given.message || one.undo)
    const droppable = others.length >= MOST ? others.find((one) => !one.stays) : undefined
    return { toasts: [...others.filter((one) => one !== droppable), { ...given, id }] }
  })
  return () => dismissToast(id)
}

export const dismissToast = (id: number) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
