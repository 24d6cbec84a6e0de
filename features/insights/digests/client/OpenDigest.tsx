import { type RefObject, useEffect } from 'react'
import type { Digest } from '../contract.ts'
import { DigestPanel } from './DigestPanel.tsx'
import { useDigestForm } from './useDigestForm.ts'

type Props = {
  /** null for a new digest. */
  digest: Digest | null
  /** A Library item that the digest starts with. */
  first?: string | undefined
  /** Receives a function that adds an item while the panel is open. */
  adder?: RefObject<((contentId: string) => void) | null>
  onSaved?: (digest: Digest) => void
  onClose: () => void
}

/** Creates or edits a digest in the panel beside the page. */
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
