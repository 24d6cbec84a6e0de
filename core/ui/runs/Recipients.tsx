import type { ReactNode } from 'react'

/** Children are `Recipient` elements. */
export const Recipients = ({ children }: { children: ReactNode }) => <ul>{children}</ul>
