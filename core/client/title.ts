import { useEffect } from 'react'

/** 'Pursuing · Pursuit' in the window's title. */
export function useTitle(title: string | null | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · Pursuit` : 'Pursuit'
  }, [title])
}
