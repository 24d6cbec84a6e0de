import { useEffect } from 'react'

/** Sets 'Pursuing · Pursuit' as the window's title. */
export function useTitle(title: string | null | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · Pursuit` : 'Pursuit'
  }, [title])
}
