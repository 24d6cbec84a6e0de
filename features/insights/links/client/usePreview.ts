// Loads the preview of a pasted link as soon as it belongs to a known provider, and once per link.
import { useEffect, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { type LinkPreviewData, linkMessages, linkRoutes } from '../contract.ts'
import { type SharedLink, sharedLinkOf } from '../providers.ts'

export type Looked =
  /** No link yet. */
  | { state: 'none' }
  /** The link belongs to no known provider. */
  | { state: 'unknown' }
  | { state: 'loading'; link: SharedLink }
  | { state: 'found'; link: SharedLink; preview: LinkPreviewData }
  /** The provider doesn't respond or has no preview, so the text can be typed. */
  | { state: 'failed'; link: SharedLink; problem: string }

/** Milliseconds without a keystroke before the preview is loaded. */
const PAUSE = 350

export function usePreview(text: string): { looked: Looked; again: () => void } {
  const link = sharedLinkOf(text)
  const url = link?.url ?? null
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ url: string; preview?: LinkPreviewData; problem?: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again means the same link once more
  useEffect(() => {
    if (url === null) return
    const ending = new AbortController()
    const ask = async () => {
      try {
        const preview = await call(linkRoutes.preview, { body: { url } }, { signal: ending.signal })
        if (!ending.signal.aborted) setAnswer({ url, preview })
      } catch (thrown) {
        if (ending.signal.aborted) return
        if (!(thrown instanceof ApiError)) throw thrown
        setAnswer({ url, problem: thrown.errors.url ?? problemOf(thrown) })
      }
    }
    const timer = setTimeout(ask, PAUSE)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [url, tries])
  return { looked: lookedAt(text, link, answer), again }

  function again() {
    setAnswer(null)
    setTries((before) => before + 1)
  }
}

function lookedAt(
  text: string,
  link: SharedLink | null,
  answer: { url: string; preview?: LinkPreviewData; problem?: string } | null,
): Looked {
  if (text.trim() === '') return { state: 'none' }
  if (!link) return { state: 'unknown' }
  if (answer?.url !== link.url) return { state: 'loading', link }
  if (answer.preview) return { state: 'found', link, preview: answer.preview }
  return { state: 'failed', link, problem: answer.problem ?? linkMessages.noPreview }
}
