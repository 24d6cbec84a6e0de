import { type RefObject, useEffect } from 'react'
import type { Digest } from '../contract.ts'
import { DigestPanel } from './DigestPanel.tsx'
import { useDigestForm } from './useDigestForm.ts'

type Props = {
  /** Null: a new one. */
  digest: Digest | null
  /** A content of the Library that it begins with. */
  first?: string | undefined
  /** Gets what adds a content while the panel is open. */
  adder?: RefObject<((contentId: string) => void) | null>
  onSaved?: (digest: Digest) => void
  onClose: () => void
}

/** A digest that is made or changed, in the panel beside the page. */
export function OpenDigest({ digest, first, adder, onSaved = () => undefined, onClose }: Props) {
  const state = useDigestForm({ digest, first, onSaved, onClose })
  const { add } = state
  useEffect(() => {
    if (!adder) return
    adder.current = (contentId) => void add({ contentId, isAuto: false })
    return () => {
      adder.current = null
    }
  })
  return <DigestPanel state={state} onClose={onClose} />
}
